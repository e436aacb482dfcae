import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createNumbering } from './unique.ts'
import { bomIn, faultsIn, hasRealData, realFile, realFiles } from './documents.fixture.ts'
import { readBom } from './read.ts'
import { readBomSet } from './sets.ts'

describe.skipIf(!hasRealData)('real documents', () => {
  test('[BOM-2] Every verdict on the official examples of CycloneDX is right', () => {
    const files = realFiles('cyclonedx/test-resources').filter(({ file }) => /\.(?:json|xml)$/.test(file))
    expect(files.length).toBeGreaterThan(100)
    const wrong = files.filter(({ file, bytes }) => 'bom' in readBom(bytes) !== /\/valid-[^/]*$/.test(file))
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test('[BOM-2] Each fault of the official invalid examples has a place', () => {
    const files = realFiles('cyclonedx/test-resources').filter(({ file }) => /\/invalid-[^/]*$/.test(file))
    for (const { file, bytes } of files)
      for (const { place } of faultsIn(bytes)) expect(place, file).toMatch(/^(?:\/|line \d)/)
  })

  test('[BOM-1] JSON and XML of the official examples give the same components', () => {
    const files = realFiles('cyclonedx/test-resources').filter(({ file }) => /\/valid-.*\.json$/.test(file))
    expect(files.length).toBeGreaterThan(20)
    for (const { file, bytes } of files) {
      const xml = bomIn(realFile(file.replace(/json$/, 'xml')))
      // the two notations of one example name their components differently
      const types = bomIn(bytes).components.map(({ type }) => type)
      if (!file.includes('component-ref'))
        expect(
          xml.components.map(({ type }) => type),
          file,
        ).toEqual(types)
    }
  })

  test('[BOM-10] [BOM-11] All examples of SPDX are read, in all its notations', () => {
    const files = realFiles('spdx/examples')
    expect(files.length).toBeGreaterThan(20)
    const formats = new Set(files.map(({ bytes }) => bomIn(bytes).head.format))
    expect(formats).toEqual(new Set(['SPDX JSON', 'SPDX tag-value', 'SPDX XML', 'SPDX YAML', 'SPDX 3 JSON-LD']))
  })

  test('[BOM-10] The same document in four notations has the same components and edges', () => {
    const [tags, ...others] = ['v2.3.spdx', 'v2.3.spdx.json', 'v2.3.spdx.xml', 'v2.3.spdx.yaml'].map((end) => {
      const kind = { 'v2.3.spdx': 'Tag', 'v2.3.spdx.json': 'JSON', 'v2.3.spdx.xml': 'XML', 'v2.3.spdx.yaml': 'YAML' }[
        end
      ]
      const { components, dependencies, subject } = bomIn(realFile(`spdx/examples/tools-SPDX${kind}Example-${end}`))
      const facts = components.map(({ ref, name, version, purl, licence, hashes }) => [
        ref,
        name,
        version,
        purl,
        licence,
        hashes,
      ])
      return { facts: facts.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)), dependencies, subject }
    })
    for (const other of others) {
      expect(other.facts.map(([ref]) => ref)).toEqual(tags!.facts.map(([ref]) => ref))
      expect(other.dependencies).toEqual(tags!.dependencies)
      expect(other.subject).toBe(tags!.subject)
    }
  })

  test('[BOM-1] Every real bill of materials is read, the broken one is not', () => {
    const files = realFiles('boms').filter(({ file }) => !file.endsWith('.tar.zst'))
    expect(files.length).toBeGreaterThan(30)
    for (const { file, bytes } of files) expect('bom' in readBom(bytes), file).toBe(!file.startsWith('boms/broken/'))
  })

  test('[BOM-5] Components and purls are as many as a search in the raw text finds', () => {
    for (const { file, bytes } of realFiles('boms')) {
      const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : Buffer.from(bytes)).toString()
      if (!text.includes('"bomFormat"') || file.startsWith('boms/broken/')) continue
      const { components } = bomIn(bytes)
      const purls = text.match(/"purl"\s*:\s*"/g) ?? []
      expect(
        components.filter(({ purl }) => purl !== undefined),
        file,
      ).toHaveLength(purls.length)
    }
    const microclimate = bomIn(realFile('boms/big/microclimate-portal.spdx.json.gz'))
    const raw = JSON.parse(gunzipSync(realFile('boms/big/microclimate-portal.spdx.json.gz')).toString()) as {
      packages: unknown[]
      files: unknown[]
    }
    expect(microclimate.components).toHaveLength(raw.packages.length + raw.files.length)
  })

  test('[BOM-2] 9,622 components are validated and read', () => {
    const bytes = gunzipSync(realFile('boms/big/assembly-of-three-images.cdx.json.gz'))
    bomIn(bytes) // compiles the schema
    const raw = bytes.toString()
    const distinctPurls = new Set(raw.match(/"purl"\s*:\s*"[^"]*"/g)).size
    const start = process.cpuUsage()
    const { components } = bomIn(bytes)
    console.log(`9,622 components are read in ${Math.round(process.cpuUsage(start).user / 1_000)} ms of one core.`)
    expect(components).toHaveLength(9_623)
    expect(new Set(components.map(({ purl }) => purl)).size - 1).toBe(distinctPurls)
  })

  test('[BOM-9] Documents of a Yocto image are one document', () => {
    const reading = readBomSet([{ name: 'image', bytes: realFile('boms/yocto/example.rootfs.spdx.tar.zst') }])
    if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
    const { bom } = reading
    expect(bom.components.find(({ ref }) => ref === bom.subject)?.name).toContain('core-image-minimal')
    expect(bom.components.length).toBeGreaterThan(300)
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).length).toBeGreaterThan(400)
    expect(bom.vex.statements.length).toBeGreaterThan(100)
    expect(bom.ignored).toEqual([])
  })

  test('[BOM-9] Zephyr’s documents refer to one another', () => {
    const files = realFiles('boms/zephyr').map(({ file, bytes }) => ({ name: file, bytes }))
    const reading = readBomSet(files)
    if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
    const alone = files.map(({ bytes }) => bomIn(bytes).components.length)
    expect(reading.bom.components).toHaveLength(alone.reduce((sum, count) => sum + count, 0))
    const refs = new Set(reading.bom.components.map(({ ref }) => ref))
    expect(refs.size).toBe(reading.bom.components.length)
  })

  test('[BOM-9] Statements of one document are about components of another', () => {
    const names = ['boms/yocto/cyclonedx-bom.json', 'boms/yocto/cyclonedx-vex.json.gz']
    const reading = readBomSet(names.map((name) => ({ name, bytes: realFile(name) })))
    if ('faults' in reading) throw new Error(JSON.stringify(reading.faults))
    const { statements, ignored } = reading.bom.vex
    expect(statements).toHaveLength(7_239)
    expect(statements.every(({ products }) => products.every(({ purl }) => purl !== undefined))).toBe(true)
    expect(ignored).toEqual([])
  })
})

test('[BOM-2] Equal values have equal numbers, whatever the order of their fields', () => {
  const numberOf = createNumbering()
  expect(numberOf({ a: 1, b: [2, { c: null }] })).toBe(numberOf({ b: [2, { c: null }], a: 1 }))
  expect(numberOf({ a: '1' })).not.toBe(numberOf({ a: 1 }))
  expect(numberOf([[1], 2])).not.toBe(numberOf([1, [2]]))
})
