import { createHash } from 'node:crypto'
import { demoPackages, type DemoPackage, type DemoPackageName } from './packages.ts'
import type { DemoCrypto, DemoRelease, DemoSoftware } from './releases.ts'

/** The bill of materials of a release as its supplier would deliver it: CycloneDX 1.6 JSON. */
export function demoBom(software: DemoSoftware, release: DemoRelease, now: Date): string {
  const built = new Date(now.getTime() - release.builtDaysAgo * 86_400_000)
  const packages = Object.entries(release.packages) as [DemoPackageName, string][]
  const has = (name: string) => packages.some(([each]) => each === name)
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(`${software.name} ${release.version}`)}`,
    version: 1,
    metadata: {
      timestamp: built.toISOString(),
      lifecycles: [{ phase: 'build' }],
      supplier: { name: software.supplier },
      authors: [{ name: software.supplier }],
      component: {
        type: software.kind === 'backend' ? 'application' : 'firmware',
        'bom-ref': 'image',
        name: software.name,
        version: release.version,
        supplier: { name: software.supplier },
      },
    },
    components: [
      ...packages.map(([name, version]) => packageOf(demoPackages[name], version)),
      ...release.own.map(([name, version]) => ownModule(name, version, software.supplier)),
      ...release.crypto.map(cryptoAsset),
    ],
    dependencies: [
      {
        ref: 'image',
        dependsOn: [
          ...packages.map(([name]) => name),
          ...release.own.map(([name]) => name),
          ...release.crypto.filter(({ by }) => by === undefined).map(refOfCrypto),
        ],
      },
      ...packages.map(([name]) => ({
        ref: name,
        dependsOn: needsOf(demoPackages[name]).filter(has),
        provides: release.crypto.filter(({ by }) => by === name).map(refOfCrypto),
      })),
    ],
  }
  return JSON.stringify(bom, null, 2)
}

const needsOf = (each: DemoPackage): readonly string[] => each.needs ?? []
const refOfCrypto = ({ kind, name }: DemoCrypto) =>
  `crypto/${kind}/${name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')}`

function packageOf({ name, type = 'library', cpe, purl, licence, supplier }: DemoPackage, version: string) {
  return {
    type,
    'bom-ref': name,
    name,
    version,
    supplier: { name: supplier },
    licenses: [{ expression: licence }],
    purl: purl === undefined ? `pkg:generic/${name}@${version}` : `pkg:${purl}/${name}@${version}`,
    ...(cpe && {
      cpe: `cpe:2.3:${type === 'operating-system' ? 'o' : 'a'}:${cpe[0]}:${cpe[1]}:${version}:*:*:*:*:*:*:*`,
    }),
  }
}

function ownModule(name: string, version: string, supplier: string) {
  return {
    type: 'library',
    'bom-ref': name,
    name,
    version,
    supplier: { name: supplier },
    licenses: [{ license: { name: 'Proprietary' } }],
    hashes: [{ alg: 'SHA-256', content: sha256(`${supplier} ${name} ${version}`) }],
  }
}

function cryptoAsset(asset: DemoCrypto) {
  const field = {
    algorithm: 'algorithmProperties',
    certificate: 'certificateProperties',
    protocol: 'protocolProperties',
    key: 'relatedCryptoMaterialProperties',
  }[asset.kind]
  return {
    type: 'cryptographic-asset',
    'bom-ref': refOfCrypto(asset),
    name: asset.name,
    cryptoProperties: {
      assetType: asset.kind === 'key' ? 'related-crypto-material' : asset.kind,
      [field]: asset.properties,
    },
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The same for the same text, so that a second start makes the same document. */
function uuidOf(text: string): string {
  const hex = sha256(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
