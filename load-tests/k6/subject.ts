import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from './lib/settings.ts'
import { admitPeople, dismissPeople } from './people.ts'

/** The installation under load. */
export interface Subject {
  readonly apiUrl: string
  readonly ingestUrl: string
  readonly ingestKey: string
  readonly people: readonly Person[]
  /** Removes everything that was created for the run. */
  leave(): Promise<void>
}

/** Enough users that nobody signs in twice at the same time. */
const peopleAdmitted = 20

type Env = Readonly<Record<string, string | undefined>>
const names = ['API_URL', 'INGEST_URL', 'INGEST_KEY', 'EMAIL', 'PASSWORD'] as const

/**
 * The installation that the environment names, or the one that runs on this data folder. A string is the reason why
 * there is none.
 */
export async function findSubject(env: Env, dataDir: string): Promise<Subject | string> {
  const named = env.API_URL === undefined ? await runningOver(dataDir) : namedBy(env)
  if (typeof named === 'string') return named
  const answers = await Promise.all([`${named.apiUrl}/api/health`, `${named.ingestUrl}/health`].map(whyUnwell))
  const why = answers.find((answer) => answer !== undefined)
  if (why === undefined) return named
  await named.leave()
  return why
}

function namedBy(env: Env): Subject | string {
  const missing = names.filter((name) => !env[name])
  if (missing.length > 0)
    return (
      `API_URL is set, so ${missing.join(', ')} must be, too: an installation elsewhere is named by ` +
      `${names.join(', ')}.`
    )
  return {
    apiUrl: bare(env.API_URL!),
    ingestUrl: bare(env.INGEST_URL!),
    ingestKey: env.INGEST_KEY!,
    people: [{ email: env.EMAIL!, password: env.PASSWORD! }],
    leave: async () => undefined,
  }
}

async function runningOver(dataDir: string): Promise<Subject | string> {
  const file = join(dataDir, 'run.json')
  if (!existsSync(file))
    return (
      `No installation runs over ${dataDir}: start one (\`npm start\`), name its data folder with ` +
      `--data, or name one elsewhere by ${names.join(', ')}.`
    )
  const run = JSON.parse(readFileSync(file, 'utf8')) as {
    url: string
    ingest_url: string
    ingest_key: string
    database_url: string
  }
  const people = await admitPeople(run.database_url, peopleAdmitted)
  return {
    apiUrl: run.url,
    ingestUrl: run.ingest_url,
    ingestKey: run.ingest_key,
    people,
    leave: () => dismissPeople(run.database_url, people),
  }
}

async function whyUnwell(url: string): Promise<string | undefined> {
  const status = await fetch(url).then(
    ({ status }) => `it answers ${status}`,
    (error: Error) => String(error.cause ?? error),
  )
  return status === 'it answers 200' ? undefined : `${url} is not well: ${status}.`
}

const bare = (url: string) => url.replace(/\/+$/, '')
