import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Why nothing runs without it, and how to get it. */
export const howToGetK6 =
  'The load tests need k6 (1.0 or newer), and there is none on the PATH or where K6 says: install it as ' +
  'https://grafana.com/docs/k6/latest/set-up/install-k6/ says, or with Go by `go install go.k6.io/k6@v1.8.1`, ' +
  'and put its folder on the PATH; or name the program in K6.'

/** The k6 that the environment's K6 names, or the first on its PATH; undefined where there is none. */
export function findK6(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env.K6) return isExecutable(env.K6) ? env.K6 : undefined
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'k6'))
    .find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // not there, or not ours to run: another folder may have one
  }
}
