import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

import { Refusal } from '../local/refusal.ts'
import { readIfThere } from '../local/installation/secrets.ts'

const pom = join(import.meta.dirname, 'pom.xml')

/** The oldest Java that Kafka 4 runs on. */
const OLDEST_JAVA = 17

type Found = { readonly classpath: string } | { readonly missing: string }

/** The class path if Kafka can be started here without a download, else a sentence with the reason. */
export function findKafka(): Found {
  const missing = missingJava()
  if (missing !== undefined) return { missing }
  const kept = keptClasspath()
  if (kept !== undefined) return { classpath: kept }
  if (!isThere('mvn')) return { missing: 'Kafka’s jars come from Maven, and there is no `mvn` on the PATH.' }
  try {
    return { classpath: resolveJars(['--offline']) }
  } catch {
    return { missing: 'Kafka’s jars are not on this machine: `npm run kafka -- --fetch` lets Maven fetch them.' }
  }
}

/**
 * Lets Maven fetch the jars that the pom names, from the repositories that Maven uses on this machine.
 *
 * @throws {Refusal} when Java or Maven is missing, or Maven fails
 */
export function fetchKafka(): string {
  const missing =
    missingJava() ??
    (isThere('mvn') ? undefined : 'Kafka’s jars come from Maven: install `mvn` (Debian: apt install maven).')
  if (missing !== undefined) throw new Refusal(missing)
  try {
    return resolveJars([])
  } catch (error) {
    throw new Refusal(
      `Maven could not fetch Kafka’s jars:\n${String((error as { stdout?: string }).stdout ?? error).trimEnd()}`,
    )
  }
}

/** The class path for the pom, cached in a file for each pom: Maven takes seconds to resolve it. */
function resolveJars(how: string[]): string {
  const file = classpathFile()
  mkdirSync(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}`
  execFileSync(
    'mvn',
    [...how, '--quiet', '--batch-mode', '--file', pom, 'dependency:build-classpath', `-Dmdep.outputFile=${draft}`],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  renameSync(draft, file)
  return readFileSync(file, 'utf8').trim()
}

function keptClasspath(): string | undefined {
  const kept = readIfThere(classpathFile())?.trim()
  return kept?.split(delimiter).every((jar) => existsSync(jar)) ? kept : undefined
}

function classpathFile(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12)
  return join(cache, 'carapace', `kafka-${version}.classpath`)
}

function missingJava(): string | undefined {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  if (error) return `Kafka needs Java ${OLDEST_JAVA} or newer, and there is no \`java\` on the PATH.`
  const version = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
  return version >= OLDEST_JAVA
    ? undefined
    : `Kafka needs Java ${OLDEST_JAVA} or newer; the one on the PATH is ${version}.`
}

function isThere(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)))
}
