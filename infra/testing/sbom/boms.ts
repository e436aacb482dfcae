/** A CycloneDX document with a subject that needs the first of `count` components, each of which needs the next. */
export function chainBom(count: number, version = '1.0.0'): string {
  const ref = (at: number) => `c${at}`
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    version: 1,
    metadata: {
      timestamp: '2026-01-05T10:00:00Z',
      component: { 'bom-ref': 'subject', type: 'firmware', name: 'BCM image', version },
    },
    components: Array.from({ length: count }, (_, at) => ({
      'bom-ref': ref(at),
      type: 'library',
      name: `part-${at}`,
      version: `1.${at}`,
      purl: `pkg:npm/part-${at}@1.${at}`,
      licenses: [{ license: { id: at % 2 === 0 ? 'MIT' : 'GPL-2.0-only' } }],
    })),
    dependencies: [
      { ref: 'subject', dependsOn: [ref(0)] },
      ...Array.from({ length: count - 1 }, (_, at) => ({ ref: ref(at), dependsOn: [ref(at + 1)] })),
    ],
  })
}
