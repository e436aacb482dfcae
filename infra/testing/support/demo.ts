import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'

import type { RunFile } from '../../local/installation/run-file.ts'
import { removeHome } from '../../local/postgres/home.ts'

const launcher = resolve(import.meta.dirname, '../../local/start.ts')
const anyPorts = ['--port', '0', '--ingest-port', '0', '--syslog-port', '0', '--syslog-tls-port', '0']

/** `npm start` with a database, a fleet and people of its own; stopped after the file's tests. */
export async function startDemo(): Promise<RunFile> {
  const folder = mkdtempSync(join(tmpdir(), 'carapace-demo-'))
  const child = spawn(process.execPath, [launcher, ...anyPorts, '--data', folder], {
    env: { ...process.env, DATABASE_URL: '', HOST: '' },
  })
  const ended = once(child, 'close')
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    removeHome(join(folder, 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  })
  await isReady(child)
  return JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunFile
}

function isReady(child: ReturnType<typeof spawn>): Promise<void> {
  let output = ''
  return new Promise((done, fail) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (/^ready /m.test(output)) done()
      })
    child.once('close', () => fail(new Error(`The demo ended: ${output}`)))
  })
}
