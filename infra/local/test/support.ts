import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

import { removeHome } from '../postgres/home.ts'

/** A folder for one test, deleted afterwards. Its name has a space, since users' folders can have spaces. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carapace test '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder for one test's database. */
export function databaseFolder(): string {
  const folder = join(scratchFolder(), 'postgres')
  onTestFinished(() => removeHome(folder))
  return folder
}

/** Runs one of our files in a separate Node process; stops it after the test if it still runs. */
export function runFile(file: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    env: { ...process.env, ...env },
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  const ended = once(child, 'close').then(([status]) => status as number | null)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return {
    child,
    ended,
    output: () => chunks.join(''),
    until: (pattern: RegExp) => untilPrinted(child, chunks, pattern),
  }
}

/** The process's output, once it matches; fails when the process ends first. */
function untilPrinted(child: ChildProcess, chunks: string[], pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (pattern.test(chunks.join(''))) resolve(chunks.join(''))
    }
    child.stdout!.on('data', look)
    child.stderr!.on('data', look)
    child.once('close', () => reject(new Error(`It ended without printing ${pattern}: ${chunks.join('')}`)))
    look()
  })
}
