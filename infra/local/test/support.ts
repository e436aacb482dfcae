import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

import { removeHome } from '../postgres/home.ts'

/** A folder for one test, with a space in its name since users' folders have some, gone afterwards. */
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

/** A Node process of its own over one of our files; asked to stop after the test, should it still run. */
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

/** What the process has printed, once it matches; fails when the process ends first. */
function untilPrinted(child: ChildProcess, chunks: string[], pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (pattern.test(chunks.join(''))) resolve(chunks.join(''))
    }
    child.stdout!.on('data', look)
    child.stderr!.on('data', look)
    child.once('close', () => reject(new Error(`It ended without having said ${pattern}: ${chunks.join('')}`)))
    look()
  })
}
