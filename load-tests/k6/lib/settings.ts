import { secondsOf } from './shape.ts'

export interface Person {
  readonly email: string
  readonly password: string
}

/** The installation under load, as passed by run.ts. */
export const installation = {
  apiUrl: text('API_URL'),
  ingestUrl: text('INGEST_URL'),
  ingestKey: text('INGEST_KEY'),
  people: JSON.parse(text('PEOPLE')) as readonly Person[],
}

/** The settings of a script, for its report. */
export const settings: Record<string, number | string> = {}

function text(name: string): string {
  const value = __ENV[name]
  if (!value) throw new Error(`${name} is not set: start the scripts with \`npm run load -- <name>\`.`)
  return value
}

/** A size that `-e NAME=…` can change. */
export function size(name: string, fallback: number): number {
  const value = __ENV[name] === undefined ? fallback : Number(__ENV[name])
  if (!(value > 0)) throw new Error(`${name}=${__ENV[name]}: a number above 0 is needed.`)
  settings[name] = value
  return value
}

/** The duration of the load in seconds: `-e DURATION=5m`. */
export function lasting(fallback: string): number {
  settings.DURATION = __ENV.DURATION ?? fallback
  return secondsOf(settings.DURATION)
}
