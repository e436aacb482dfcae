const json = (components: readonly object[], dependencies: readonly object[] = []) =>
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components, dependencies })

const asset = (ref: string, name: string, cryptoProperties: object) => ({
  'bom-ref': ref,
  type: 'cryptographic-asset',
  name,
  cryptoProperties,
})

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/**
 * A CycloneDX document with cryptographic assets: a library that implements RSA and SHA-256, a certificate, a private
 * key in software, old TLS. References have `prefix` in front, as no two documents have the same ones.
 *
 * @param certificateDays the days until the certificate ends
 */
export function cryptoBom(prefix: string, certificateDays = 20): string {
  const ref = (name: string) => `${prefix}-${name}`
  return json(
    [
      { 'bom-ref': ref('lib'), type: 'library', name: 'mbedtls', version: '3.6.0', purl: 'pkg:generic/mbedtls@3.6.0' },
      asset(ref('rsa'), 'RSA-2048', { assetType: 'algorithm', algorithmProperties: { primitive: 'signature' } }),
      asset(ref('sha256'), 'SHA-256', { assetType: 'algorithm', algorithmProperties: { primitive: 'hash' } }),
      asset(ref('md5'), 'MD5', { assetType: 'algorithm', algorithmProperties: { primitive: 'hash' } }),
      asset(ref('mldsa'), 'ML-DSA-65', { assetType: 'algorithm', algorithmProperties: { primitive: 'signature' } }),
      asset(ref('cert'), 'Backend certificate', {
        assetType: 'certificate',
        certificateProperties: {
          subjectName: 'CN=backend.example',
          issuerName: 'CN=Example root',
          notValidBefore: '2024-01-01T00:00:00Z',
          notValidAfter: `${day(certificateDays).slice(0, 10)}T00:00:00Z`,
          signatureAlgorithmRef: ref('rsa'),
        },
      }),
      asset(ref('key'), 'Signing key', {
        assetType: 'related-crypto-material',
        relatedCryptoMaterialProperties: {
          type: 'private-key',
          value: 'the-secret-itself',
          securedBy: { mechanism: 'software' },
        },
      }),
      asset(ref('tls'), 'TLS', { assetType: 'protocol', protocolProperties: { type: 'tls', version: '1.0' } }),
    ],
    [
      { ref: ref('lib'), provides: [ref('rsa'), ref('sha256')], dependsOn: [ref('md5')] },
      { ref: ref('cert'), dependsOn: [ref('rsa')] },
    ],
  )
}

/** A document with so many distinct algorithms. */
export function manyAlgorithms(count: number): string {
  return json(
    Array.from({ length: count }, (_, at) =>
      asset(`a${at}`, `AES-${at % 2 === 0 ? 128 : 256}-CBC use ${at}`, {
        assetType: 'algorithm',
        algorithmProperties: { primitive: 'block-cipher', mode: 'cbc', parameterSetIdentifier: '128' },
      }),
    ),
  )
}
