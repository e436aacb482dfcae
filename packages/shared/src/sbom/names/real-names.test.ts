import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseCpe } from './cpe.ts'
import { formatLicence, readLicence, unlistedIn } from './licences.ts'
import { packageKeysOf } from './package-key.ts'
import { normalizedPackageName } from './package-names.ts'
import { formatPurl, readPurl } from './purl.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const folder = resolve(root, process.env['CARAPACE_DATA'] ?? '../shared/data', 'software')
const here = existsSync(folder)
if (!here) console.log(`Names in real documents: skipped, ${folder} is not there.`)

/** The texts of all documents in a folder. */
function textsIn(name: string): string[] {
  const inside = resolve(folder, name)
  return readdirSync(inside, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:json|xml|spdx)(?:\.gz)?$/.test(file))
    .map((file) => {
      const bytes = readFileSync(resolve(inside, file))
      return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
    })
}

const found = (texts: readonly string[], pattern: RegExp): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, inside]) => inside!)))

describe.skipIf(!here)('names in real documents', () => {
  const documents = here ? textsIn('boms') : []

  test('[PURL-8] every purl of real BOMs is read, and its canonical form is stable', () => {
    const purls = [...found(documents, /"(pkg:[^"\\]+)"/g)]
    expect(purls.length).toBeGreaterThan(5_000)
    const unread = purls.filter((text) => !readPurl(text).ok)
    expect(unread).toEqual([])
    for (const text of purls) {
      const read = readPurl(text)
      if (!read.ok) continue
      const canonical = formatPurl(read.value.purl)
      const again = readPurl(canonical)
      expect(again.ok && formatPurl(again.value.purl)).toBe(canonical)
    }
  })

  test('[PACKAGE-KEY-1] every purl of real BOMs has keys, or a reason', () => {
    const purls = [...found(documents, /"(pkg:[^"\\]+)"/g)]
    const silent = purls.filter((purl) => {
      const { keys, problems } = packageKeysOf({ purl })
      return keys.length === 0 && problems.length === 0
    })
    expect(silent).toEqual([])
  })

  test('[CPE-1] every CPE name of NVD and of real BOMs is read, but for those with colons that lack an escape', () => {
    const names = [...found([...documents, ...textsIn('nvd')], /"(cpe:2\.3:(?:[^"\\]|\\\\)+)"/g)]
    expect(names.length).toBeGreaterThan(500)
    const unread = names.flatMap((escaped) => {
      const name = parseCpe(JSON.parse(`"${escaped}"`) as string)
      return name.ok ? [] : [name.reason]
    })
    expect(unread.filter((reason) => !/has 11 attributes after "cpe:2\.3:"/.test(reason))).toEqual([])
    expect(unread.length).toBeLessThan(names.length / 100)
  })

  test('[SPDX-LICENCE-4] licences of real BOMs are read, and those in SPDX terms have no unlisted part', () => {
    const licences = [...found(documents, /"licenseDeclared"\s*:\s*"([^"\\]+)"/g)]
    expect(licences.length).toBeGreaterThan(50)
    for (const text of licences) {
      const expression = readLicence(text)
      expect(formatLicence(readLicence(formatLicence(expression)))).toBe(formatLicence(expression))
    }
    const own = licences.filter((text) => /^[\w.-]+(?:-only|-or-later)$/.test(text))
    expect(own.flatMap((text) => unlistedIn(readLicence(text)))).toEqual([])
  })

  test('[PACKAGE-KEY-2] the purl of an advisory has the key of its package', () => {
    interface Affected {
      readonly package?: { readonly ecosystem?: string; readonly name?: string; readonly purl?: string } | null
    }
    const packages = textsIn('osv').flatMap((text) => {
      const { affected } = JSON.parse(text) as { affected?: readonly Affected[] | null }
      return (affected ?? []).flatMap((each) => (each.package?.purl ? [each.package] : []))
    })
    expect(packages.length).toBeGreaterThan(100)
    const different = packages.filter(({ ecosystem, name, purl }) => {
      const { keys } = packageKeysOf({ purl, version: '1' }, { distro: distroOf(ecosystem!) })
      const wanted = normalizedPackageName(ecosystem!, name!)
      return !keys.some((key) => isWithin(ecosystem!, key.ecosystem) && key.name === wanted)
    })
    expect(different).toEqual([])
  })
})

/** An advisory's purl may lack the release that its ecosystem states. */
function distroOf(ecosystem: string): string {
  const [name, ...release] = ecosystem.toLowerCase().split(':')
  return `${name === 'rocky linux' ? 'rocky' : name}-${release.find((part) => /\d/.test(part)) ?? ''}`
}

const isWithin = (ecosystem: string, key: string): boolean =>
  ecosystem === key || (key === 'Red Hat' && ecosystem.startsWith('Red Hat:'))
