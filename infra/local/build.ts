import './node-24.ts'

import { resolve } from 'node:path'

import { buildConsole } from './console-build.ts'
import { Refusal } from './refusal.ts'

try {
  await buildConsole(resolve(import.meta.dirname, '../..'), (line) => console.log(line))
  console.log('The console is in apps/console/dist.')
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode = 1
}
