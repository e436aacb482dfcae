import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'

import { scratchFolder } from '../local/test/support.ts'
import { fetchKafka, findKafka } from './jars.ts'

let folder: string

beforeEach(() => {
  folder = scratchFolder()
  vi.stubEnv('PATH', folder)
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
  return () => vi.unstubAllEnvs()
})

test('when a recent Java or Maven is missing, a sentence names the missing program', () => {
  expect(findKafka()).toEqual({ missing: expect.stringContaining('no `java`') as string })
  install('java', 'echo \'openjdk version "11.0.2" 2019-01-15\' >&2')
  expect(findKafka()).toEqual({ missing: expect.stringContaining('is 11.') as string })
  installJava()
  expect(findKafka()).toEqual({ missing: expect.stringContaining('no `mvn`') as string })
  expect(fetchKafka).toThrow('install `mvn`')
})

test('only a fetch uses the network; its result is cached for as long as the jars exist', () => {
  installJava()
  const jar = join(folder, 'kafka.jar')
  writeFileSync(jar, '')
  // a Maven with an empty local repository: it fails when it is offline
  install(
    'mvn',
    `echo "$@" >>'${folder}/asked'; case $* in *--offline*) exit 1;; esac; ` +
      `for option; do file=\${option#-Dmdep.outputFile=}; done; printf %s '${jar}' >"$file"`,
  )
  const callCount = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n').length

  expect(findKafka()).toEqual({ missing: expect.stringContaining('--fetch') as string })
  expect(fetchKafka()).toBe(jar)
  expect(findKafka()).toEqual({ classpath: jar })
  expect(callCount()).toBe(2)

  rmSync(jar)
  expect(findKafka()).toEqual({ missing: expect.stringContaining('--fetch') as string })
})

function installJava(): void {
  install('java', 'echo \'openjdk version "21.0.4" 2024-07-16\' >&2')
}

function install(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}
