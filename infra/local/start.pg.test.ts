import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

import { hashOfSources } from './console-build.ts'
import type { RunFile } from './installation/run-file.ts'
import { removeHome } from './postgres/home.ts'
import { runFile, scratchFolder } from './test/support.ts'

const here = import.meta.dirname

/**
 * Stand-ins for the apps: they report when they serve, hold their port, and end on request. TROUBLE names the app that
 * misbehaves.
 */
const appSource = (name: string, port: string) => `
import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'
const server = createServer((_, reply) => {
  if (process.env.TROUBLE === '${name} dies') throw new Error('a bug in ${name}')
  reply.end(process.env.DATABASE_URL + ' ' + process.env.DEMO)
})
if (process.env.TROUBLE === '${name} fails') {
  parentPort!.postMessage({ failed: 'on purpose.' })
  parentPort!.close()
} else {
  const port = Number(process.env.${port})
  server.listen(port, process.env.HOST, () => parentPort!.postMessage({ ready: true, port }))
}
parentPort!.on('message', () => { console.log('${name} drained'); process.exit(0) })
`

const sources = {
  'apps/api/src/main.ts': appSource('api', 'PORT'),
  'apps/ingest/src/main.ts': appSource('ingest', 'INGEST_PORT'),
  'apps/console/src/main.ts': '',
  'infra/local/demo/simulation.ts': `
export function simulatePeople({ attack, signal }: { attack: (request: object) => void; signal: AbortSignal }) {
  attack({ attack: 'a kind', model: 'a model' })
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  return { ready: Promise.resolve(), ended }
}`,
  'load-tests/fleet/main.ts': `process.on('message', (request) => console.log('requested', JSON.stringify(request)))
console.log(process.pid, ...process.argv.slice(2), '.'); setInterval(() => {}, 1e6)`,
  'infra/local/postgres/database.ts': `
import postgres from 'postgres'
export async function prepareDatabase(url: string) {
  const sql = postgres(url, { onnotice: () => {} })
  await sql\`CREATE TABLE IF NOT EXISTS starts (at timestamptz)\`
  await sql\`INSERT INTO starts VALUES (now())\`
  const [start] = await sql\`SELECT count(*) AS n FROM starts\`
  console.log('start', start!.n)
  await sql.end()
}`,
  'infra/local/installation/seed.ts': `
export async function seedInstallation({ demo }: { demo: boolean }) {
  return { ingestKey: 'an ingest key', demo: demo ? { email: 'demo@example.org', password: 'demo-password' } : null }
}`,
}

/** This launcher with stand-ins for all programs that it launches, and a console that is built already. */
function project(): string {
  const root = scratchFolder()
  for (const file of globSync('**/*.ts', { cwd: here })) cpSync(join(here, file), join(root, 'infra', 'local', file))
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  symlinkSync(resolve(here, '../../node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, 'apps/console/dist'))
  writeFileSync(join(root, 'apps/console/dist/.sources'), hashOfSources(root))
  onTestFinished(() => removeHome(join(root, '.carapace', 'postgres')))
  return root
}

const freePorts = ['--port', '0', '--ingest-port', '0', '--syslog-port', '0', '--syslog-tls-port', '0']

function start(root: string, { args = [], env = {} }: { args?: string[]; env?: NodeJS.ProcessEnv } = {}) {
  return runFile(join(root, 'infra/local/start.ts'), [...freePorts, ...args], { DATABASE_URL: '', HOST: '', ...env })
}

const data = (root: string, file: string) => join(root, '.carapace', file)
const runFileOf = (root: string): RunFile => JSON.parse(readFileSync(data(root, 'run.json'), 'utf8'))
const ready = /^ready (\S+)$/m

test('when everything serves, it reports ready; run.json has the rest and only its owner can read it', async () => {
  const root = project()
  const output = await start(root).until(ready)
  const run = runFileOf(root)

  expect(ready.exec(output)![1]).toBe(run.url)
  expect(run).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    ingest_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    syslog_port: expect.any(Number),
    syslog_tls_port: expect.any(Number),
    ingest_key: 'an ingest key',
    database_url: expect.stringMatching(/^postgres:\/\/carapace:.+@127\.0\.0\.1:\d+\/carapace$/),
    demo: { email: 'demo@example.org', password: 'demo-password' },
  })
  expect(statSync(data(root, 'run.json')).mode & 0o777).toBe(0o600)
  expect(await (await fetch(run.url)).text()).toBe(`${run.database_url} 1`)
})

test('key and password are printed by the first start, and not again', async () => {
  const root = project()
  const outputs: string[] = []
  for (let starts = 0; starts < 2; starts++) {
    const launcher = start(root)
    outputs.push(await launcher.until(/Ctrl-C stops it/))
    launcher.child.kill('SIGTERM')
    await launcher.ended
  }
  const [first, second] = outputs
  expect(first).toContain('demo@example.org / demo-password\n')
  expect(first).toContain('with key an ingest key\n')
  expect(second).toContain('demo@example.org / demo-…\n')
  expect(second).toContain('with key an in…\n')
  expect(second).not.toMatch(/demo-password|an ingest key/)
  expect(second).toContain(`are in ${data(root, 'run.json')}\n`)
})

test.for(['SIGINT', 'SIGTERM'] as const)(
  'on %s, twice as a terminal sends it, everything stops in order and the status is 0',
  async (signal) => {
    const root = project()
    const launcher = start(root)
    await launcher.until(ready)
    launcher.child.kill(signal)
    await launcher.until(/Stopping\./)
    launcher.child.kill(signal)

    expect(await launcher.ended).toBe(0)
    expect(launcher.output()).toMatch(/api drained/)
    expect(launcher.output()).toMatch(/ingest drained/)
    expect(existsSync(data(root, 'run.json'))).toBe(false)
    expect(existsSync(data(root, 'postgres/cluster/postmaster.pid'))).toBe(false)
  },
)

test('a start after everything was killed continues with the same data', async () => {
  const root = project()
  const killed = start(root)
  expect(await killed.until(ready)).toContain('start 1\n')
  killed.child.kill('SIGKILL')
  process.kill(Number(readFileSync(data(root, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await killed.ended

  expect(await start(root).until(ready)).toContain('start 2\n')
})

test('a second start on the same data reports this and ends', async () => {
  const root = project()
  const first = start(root)
  await first.until(ready)
  const second = start(root)

  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(
    `Carapace already runs over ${join(root, '.carapace')} (process ${first.child.pid})`,
  )
  expect(existsSync(data(root, 'run.json'))).toBe(true)
})

test('a taken port ends the start before anything runs', async () => {
  const root = project()
  await start(root).until(ready)
  const { port } = new URL(runFileOf(root).url)
  const second = start(root, { args: ['--data', join(root, 'second'), '--port', port] })

  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `Port ${port} is already taken: stop what listens there, or choose another with --port.\n`,
  )
})

test('an app that cannot start ends the start, with its reason', async () => {
  const launcher = start(project(), { env: { TROUBLE: 'ingest fails' } })

  expect(await launcher.ended).toBe(1)
  expect(launcher.output()).toContain('ingest could not start: on purpose.')
  expect(launcher.output()).not.toMatch(ready)
})

test('when an app dies, everything stops', async () => {
  const root = project()
  const launcher = start(root, { env: { TROUBLE: 'api dies' } })
  await launcher.until(ready)
  await fetch(runFileOf(root).url).catch(() => {})

  expect(await launcher.ended).toBe(1)
  expect(launcher.output()).toContain('api broke: Error: a bug in api')
  expect(launcher.output()).toContain('ingest drained')
  expect(existsSync(data(root, 'run.json'))).toBe(false)
})

const fleets = (root: string) =>
  (existsSync(data(root, 'fleet.log')) ? readFileSync(data(root, 'fleet.log'), 'utf8').trim().split('\n') : []).filter(
    (line) => line.endsWith(' .'),
  )

test('the demo fleet gets its targets as arguments, and is started again when it dies', async () => {
  const root = project()
  await start(root).until(ready)
  const run = runFileOf(root)
  await vi.waitFor(() => expect(fleets(root)).toHaveLength(1), { timeout: 20_000 })
  const [pid, ...args] = fleets(root)[0]!.split(' ')
  expect(args.join(' ')).toBe(
    `--vehicles 40 --seed 1 --hz 1 --can-vehicles 16 --learning 0s --attack-every 10m ` +
      `--history 24h --history-marker ${data(root, 'fleet-history.json')} ` +
      `--ingest-url ${run.ingest_url} --key an ingest key --syslog-port ${run.syslog_port} .`,
  )
  process.kill(Number(pid), 'SIGKILL')

  await vi.waitFor(() => expect(fleets(root)).toHaveLength(2), { timeout: 20_000 })
})

test('the people of the demo request attacks from the fleet', async () => {
  const root = project()
  await start(root).until(ready)
  await vi.waitFor(
    () =>
      expect(readFileSync(data(root, 'fleet.log'), 'utf8')).toContain(
        'requested {"attack":"a kind","model":"a model"}',
      ),
    { timeout: 20_000 },
  )
})

test('when the launcher is killed, the fleet ends', async () => {
  const root = project()
  const launcher = start(root)
  await launcher.until(ready)
  await vi.waitFor(() => expect(fleets(root)).toHaveLength(1), { timeout: 20_000 })
  const pid = Number(fleets(root)[0]!.split(' ')[0])
  launcher.child.kill('SIGKILL')

  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000 })
  await start(root).until(ready) // this also stops the database that was left running
})

test('without the demo there is no user to sign in as, and no fleet', async () => {
  const root = project()
  await start(root, { args: ['--no-demo'] }).until(ready)
  const run = runFileOf(root)

  expect(run.demo).toBeNull()
  expect(await (await fetch(run.url)).text()).toBe(`${run.database_url} `)
  expect(existsSync(data(root, 'fleet.log'))).toBe(false)
})

test('an unknown option is refused with status 2', async () => {
  const launcher = start(project(), { args: ['--nope'] })

  expect(await launcher.ended).toBe(2)
  expect(launcher.output()).toContain("Unknown option '--nope'")
})
