import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { modules } from './modules.ts'

/** The folders below every module. */
const ground = ['core', 'graph']

test('every folder of shared is a listed module, or one of the folders below all modules', () => {
  const names: readonly string[] = modules.map((module) => module.name)
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  expect(folders.filter((name) => !ground.includes(name) && !names.includes(name))).toEqual([])
})

test('a module reads only modules of the list', () => {
  const names: readonly string[] = modules.map((module) => module.name)
  expect(modules.flatMap((module) => module.reads).filter((name) => !names.includes(name))).toEqual([])
})
