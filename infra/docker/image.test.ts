import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const dockerfile = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8')

interface Copy {
  readonly stage: string
  readonly from: string | undefined
  readonly sources: readonly string[]
}

/** The COPY lines of the Dockerfile, each with its stage. */
function copies(): Copy[] {
  let stage = ''
  return dockerfile.split('\n').flatMap((line) => {
    stage = /^FROM \S+ AS (\w+)/.exec(line)?.[1] ?? stage
    const [, from, paths] = /^COPY (?:--from=(\w+) )?(.+)$/.exec(line) ?? []
    return paths === undefined ? [] : [{ stage, from, sources: paths.split(' ').slice(0, -1) }]
  })
}

/** The repository paths that the common image of both programs contains. */
const inImage = copies()
  .filter(({ stage, from }) => stage === 'carapace' && from === undefined)
  .flatMap(({ sources }) => sources)

test('everything that the Dockerfile copies from the repository exists', () => {
  const sources = copies()
    .filter(({ from }) => from === undefined)
    .flatMap((copy) => copy.sources)
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])
})

test('npm gets the package.json of every workspace in the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean }>
  }
  const workspaces = Object.keys(packages).filter(
    (path) => path !== '' && !path.startsWith('node_modules/') && !path.includes('/node_modules/'),
  )
  const copied = copies()
    .filter(({ stage }) => stage === 'packages')
    .flatMap(({ sources }) => sources)
  expect(
    copied
      .filter((source) => source !== 'package.json' && source !== 'package-lock.json')
      .map((source) => dirname(source))
      .sort(),
  ).toEqual(workspaces.sort())
})

test('every stage that another stage builds upon or copies from is in the file', () => {
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)/gm)].map(([, name]) => name)
  const named = [...dockerfile.matchAll(/^FROM (\w+) AS|--from=(\w+)/gm)].map(([, base, from]) => base ?? from)
  expect(named.filter((name) => !stages.includes(name))).toEqual([])
})

/** The modules that a file imports, without types: Node strips types, so `import type` loads nothing at run time. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const imported = [...source.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm)].map(
    ([, specifier]) => specifier!,
  )
  const threads = [...source.matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(
    ([, specifier]) => specifier!,
  )
  const later = [...source.matchAll(/ import\('([^']+)'\)/g)].map(([, specifier]) => specifier!)
  return [...imported, ...threads, ...later]
}

/** The repository file, or the package, to which an import specifier resolves. */
function meant(file: string, specifier: string): { file: string } | { dependency: string } {
  if (specifier.startsWith('.')) return { file: join(dirname(file), specifier) }
  if (specifier.startsWith('@carapace/shared/'))
    return { file: `packages/shared/src/${specifier.slice('@carapace/shared/'.length)}.ts` }
  if (/^@carapace\/(?:api|ingest)\//.test(specifier)) return { file: specifier.replace('@carapace/', 'apps/') }
  return {
    dependency: specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/'),
  }
}

/** All files and packages that a program imports, directly or indirectly. */
function reached(main: string): { files: Set<string>; dependencies: Set<string> } {
  const files = new Set([main])
  const dependencies = new Set<string>()
  for (const file of files) {
    for (const specifier of importsOf(file)) {
      const found = meant(file, specifier)
      if ('file' in found) files.add(found.file)
      else if (!found.dependency.startsWith('node:') && !builtinModules.includes(found.dependency))
        dependencies.add(found.dependency)
    }
  }
  return { files, dependencies }
}

/** The packages that `npm ci --omit=dev` installs for the workspaces that the image's stage names. */
const installed = new Set(
  ['apps/api', 'apps/ingest', 'packages/shared'].flatMap((workspace) =>
    Object.keys(
      (
        JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
          dependencies: Record<string, string>
        }
      ).dependencies,
    ),
  ),
)

const programs = [...dockerfile.matchAll(/"([\w/]+\/main\.ts)"/g)].map(([, main]) => main!)

test('the image runs both programs', () => {
  expect(programs.sort()).toEqual(['apps/api/src/main.ts', 'apps/ingest/src/main.ts'])
})

test.for([...programs, 'infra/local/admin.ts'])(
  'the image contains every file that %s imports, and none of them is excluded as a test',
  (main) => {
    const { files } = reached(main)
    expect(files.size).toBeGreaterThan(10)
    expect([...files].filter((file) => !inImage.some((source) => file.startsWith(`${source}/`)))).toEqual([])
    expect([...files].filter((file) => /\.(?:test|fixture)\.tsx?$/.test(file))).toEqual([])
  },
)

test.for([...programs, 'infra/local/admin.ts'])(
  'every package that %s imports is installed without the development packages',
  (main) => {
    const { dependencies } = reached(main)
    expect(dependencies.size).toBeGreaterThan(2)
    expect([...dependencies].filter((dependency) => !installed.has(dependency))).toEqual([])
  },
)
