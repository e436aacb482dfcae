import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { analysed } from '@carapace/shared/graph/fault-tree/analysis'
import { readAralia } from '@carapace/shared/graph/fault-tree/aralia.fixture'

/**
 * The fault-tree engine over industrial trees: minimal cut sets, exact probability and importance of each, its CPU time
 * and memory, each in a process of its own; and SCRAM (github.com/rakhimov/scram) over the same files one by one, if
 * there is a `scram` on the PATH or at SCRAM_PATH. SCRAM is stopped as soon as its analysis ends, before it writes its
 * report. FAULT_TREES names another folder of models. Exits with 1 if the engine takes longer in total than SCRAM over
 * the models that both complete, or does not complete one that SCRAM completes.
 */
const mostSeconds = 100

interface Outcome {
  readonly completed: boolean
  /** CPU seconds. */ readonly seconds: number
  /** At the most, in MB. */ readonly memory: number
  /** How many minimal cut sets. */ readonly sets: string
}

if (process.argv[2]) {
  process.stdout.write(JSON.stringify(analyse(process.argv[2])))
  process.exit(0)
}

const data = resolve(join(import.meta.dirname, '..', '..'), process.env.CARAPACE_DATA ?? join('..', 'shared', 'data'))
const folder = process.env.FAULT_TREES ?? join(data, 'fault-trees')
if (!existsSync(folder)) {
  console.log('The fault trees were not found (CARAPACE_DATA, default ../shared/data): there is nothing to measure.')
  process.exit(0)
}
const scram = scramProgram()
if (!scram) console.log('SCRAM is not on the PATH nor at SCRAM_PATH: the engine is measured alone.')

const pairs: { ours: Outcome; theirs: Outcome | undefined }[] = []
for (const name of readdirSync(folder).filter((file) => file.endsWith('.xml'))) {
  const file = join(folder, name)
  const ours = inOwnProcess(file)
  const theirs = scram ? await runScram(scram, file) : undefined
  pairs.push({ ours, theirs })
  console.log(`${name.padEnd(14)} ${words(ours)}${theirs ? `   SCRAM ${words(theirs)}` : ''}`)
}
process.exitCode = summarise() ? 0 : 1

/** Whether the limits hold. */
function summarise(): boolean {
  const total = (of: readonly (Outcome | undefined)[]) => of.reduce((sum, outcome) => sum + (outcome?.seconds ?? 0), 0)
  const done = pairs.filter(({ ours }) => ours.completed)
  console.log(
    `${done.length} of ${pairs.length} completed, ${total(done.map(({ ours }) => ours)).toFixed(1)} s of CPU time`,
  )
  if (!scram) return true
  const both = done.filter(({ theirs }) => theirs!.completed)
  const [ours, theirs] = [total(both.map((pair) => pair.ours)), total(both.map((pair) => pair.theirs))]
  const missed = pairs.filter((pair) => pair.theirs!.completed && !pair.ours.completed)
  const other = both.filter((pair) => pair.theirs!.sets !== pair.ours.sets)
  console.log(`Over the ${both.length} that both complete: ${ours.toFixed(1)} s, SCRAM ${theirs.toFixed(1)} s`)
  console.log(`SCRAM alone completes ${missed.length}; the number of cut sets differs for ${other.length}`)
  return ours <= theirs && missed.length === 0
}

function words({ completed, seconds, memory, sets }: Outcome): string {
  const figures = `${seconds.toFixed(2).padStart(6)} s ${memory.toFixed(0).padStart(5)} MB`
  return `${figures} ${(completed ? `${sets} sets` : 'not completed').padStart(20)}`
}

function analyse(file: string): Outcome {
  const { tree, probabilities } = readAralia(file)
  const analysis = analysed(tree, probabilities, { limits: { milliseconds: mostSeconds * 1000 } })
  analysis.importance()
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return {
    completed: analysis.complete,
    seconds: (userCPUTime + systemCPUTime) / 1e6,
    memory: maxRSS / 1024,
    sets: String(analysis.sets.count),
  }
}

/** With the start of Node.js, about 0.2 s. */
function inOwnProcess(file: string): Outcome {
  const { stdout, stderr, status } = spawnSync(process.execPath, [import.meta.filename, file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file}: ${stderr}`)
  return JSON.parse(stdout) as Outcome
}

function scramProgram(): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, 'scram'))
  return [process.env.SCRAM_PATH, ...places].find((path) => path !== undefined && existsSync(path))
}

async function runScram(program: string, file: string): Promise<Outcome> {
  const options = ['--bdd', '--probability', '--importance', '--verbosity', '4', '--output', '/dev/null']
  const child = spawn(program, [...options, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), mostSeconds * 1000)
  const ended = new Promise((done) => child.once('close', done))
  let sets = ''
  let completed = false
  let usage = { seconds: mostSeconds, memory: 0 }
  for await (const line of createInterface({ input: child.stderr })) {
    sets = /# of products: (\d+)/.exec(line)?.[1] ?? sets
    usage = usageOf(child.pid!) ?? usage
    if (!line.includes('Finished analysis for gate')) continue
    completed = true
    child.kill('SIGKILL')
  }
  clearTimeout(timer)
  await ended
  return { completed, ...usage, sets }
}

/** CPU time and peak memory, in the hundredths of a second of /proc; undefined: the process has ended. */
function usageOf(pid: number): { seconds: number; memory: number } | undefined {
  try {
    const times = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return peak ? { seconds: (Number(times[11]) + Number(times[12])) / 100, memory: Number(peak[1]) / 1024 } : undefined
  } catch {
    return undefined
  }
}
