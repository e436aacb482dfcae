import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The message when k6 is missing: why it is needed, and how to get it. */
export const howToGetK6 =
  'The load tests need k6 (1.0 or newer), and there is none on the PATH or in K6: install it as described in ' +
  'https://grafana.com/docs/k6/latest/set-up/install-k6/, or with Go by `go install go.k6.io/k6@v1.8.1`, ' +
  'and put its folder on the PATH; or name the program in K6.'

/** The k6 in the environment variable K6, or the first on the PATH; undefined if there is none. */
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
    return false // missing, or not executable for us: another folder may have one
  }
}
