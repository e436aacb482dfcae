import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const compose = text('infra/compose.yaml')

/** A block of compose.yaml: from the line with this key and indentation to the next line that is not deeper. */
function block(key: string, indent = ''): string {
  const [, body] = new RegExp(`^${indent}${key}:.*\\n((?:${indent} .*\\n|\\n)*)`, 'm').exec(compose) ?? []
  if (body === undefined) throw new Error(`compose.yaml has no ${key}.`)
  return body
}

const service = (name: string) => block(name, '  ')
const namesIn = (yaml: string) => [...yaml.matchAll(/^ +([A-Z][A-Z_]+): /gm)].map(([, name]) => name!)
const assigned = (env: string) => [...env.matchAll(/^ *(?:- |# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!)

/** The sources of everything that reads settings: the programs and the operator's commands. */
const sources = globSync(
  [
    'apps/{api,ingest}/src/**/*.ts',
    'packages/shared/src/core/**/*.ts',
    'infra/local/admin/*.ts',
    'infra/local/admin.ts',
  ],
  { cwd: root },
)
  .filter((file) => !file.endsWith('.test.ts'))
  .map(text)
  .join('\n')

test('the programs read every setting that compose and Kubernetes pass to them', () => {
  const given = [
    ...namesIn(block('x-settings')),
    ...['api', 'ingest', 'migrate'].flatMap((name) => namesIn(service(name))),
    ...assigned(text('infra/kubernetes/base/settings.env')),
    ...assigned(text('infra/kubernetes/example/kustomization.yaml')),
  ]
  expect(given.length).toBeGreaterThan(20)
  const readByNode = ['NODE_EXTRA_CA_CERTS']
  expect(given.filter((name) => !readByNode.includes(name) && !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([])
})

test('compose.yaml uses every variable of compose.env.example, and the example has all mandatory variables', () => {
  const offered = assigned(text('infra/compose.env.example'))
  const used = [...compose.matchAll(/\$\{(\w+)(:\?)?/g)]
  expect(offered.filter((name) => !used.some(([, variable]) => variable === name))).toEqual([])
  const needed = used.filter(([, , must]) => must !== undefined).map(([, variable]) => variable!)
  expect(needed.filter((name) => !offered.includes(name))).toEqual([])
})

test('every file that compose mounts from the repository exists, and nginx gets each file that it includes', () => {
  const mounts = [...compose.matchAll(/^ +- (\.\/\S+?):(\/\S+?):ro$/gm)].map(([, from, to]) => ({
    from: from!.replace('${PROXY_SERVERS:-plain}', 'plain'),
    to: to!,
  }))
  expect(mounts.length).toBeGreaterThan(5)
  expect(mounts.filter(({ from }) => !existsSync(join(root, 'infra', from)))).toEqual([])
  const included = mounts.flatMap(({ from }) =>
    [...text(join('infra', from)).matchAll(/^ *include (\S+);/gm)].map(([, file]) => `/etc/nginx/${file}`),
  )
  expect(included.filter((file) => !mounts.some(({ to }) => to === file))).toEqual([])
})

test('every service of compose has limits, drops its privileges and has a health check', () => {
  const services = [...block('services').matchAll(/^ {2}(\w+):$/gm)].map(([, name]) => name!)
  expect(services.length).toBe(8)
  const ownCheck = ['api', 'ingest'] // their images have one
  for (const name of services) {
    const definition = service(name)
    expect(definition, name).toContain('<<: *hardened')
    expect(definition, name).toMatch(/limits: \{ cpus: .*memory: /)
    if (!ownCheck.includes(name)) expect(definition, name).toMatch(/healthcheck: /)
  }
})
