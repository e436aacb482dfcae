import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const root = resolve(import.meta.dirname, '../../..')

/** The content of a running installation's run.json. */
export interface Run {
  readonly url: string
  readonly ingest_url: string
  readonly ingest_key: string
  readonly database_url: string
  readonly syslog_port: number
}

export interface Installation {
  readonly run: Run
  readonly process: ChildProcess
  stop(): Promise<void>
}

/** Starts a separate, empty installation on free ports, with a folder that is deleted afterwards. */
export async function startInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carapace-bench-'))
  const ports = ['--port', '0', '--ingest-port', '0', '--syslog-port', '0', '--syslog-tls-port', '0']
  const child = spawn(
    process.execPath,
    [join(root, 'infra/local/start.ts'), '--no-demo', ...ports, '--data', dataDir],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, LOG_LEVEL: 'warn' } },
  )
  const runFile = join(dataDir, 'run.json')
  while (!existsSync(runFile)) {
    if (child.exitCode !== null) throw new Error('the installation did not start')
    await setTimeout(100)
  }
  return {
    run: JSON.parse(readFileSync(runFile, 'utf8')) as Run,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
