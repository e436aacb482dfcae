import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** PEM files. */
export interface Issued {
  readonly certificate: string
  readonly key: string
  /** Both in one file, as Kafka expects them. */
  readonly pair: string
}

export interface Authority {
  /** The file of its own certificate. */
  readonly certificate: string
  /** Issues a certificate for a server on the loopback address, or for a client: it is valid for both. */
  issue(
    name: string,
    for_?: { readonly addresses: readonly string[]; readonly names: readonly string[] },
  ): Promise<Issued>
}

const modern = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const
const loopback = { addresses: ['127.0.0.1', '::1'], names: ['localhost'] }

/** Creates a certificate authority for a test, with its files in the folder. */
export async function createAuthority(folder: string, name = 'authority'): Promise<Authority> {
  mkdirSync(folder, { recursive: true })
  const own = await generate([{ name: 'commonName', value: `Carapace test ${name}` }], {
    ...modern,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const file = (what: string, text: string): string => {
    const path = join(folder, `${what}.pem`)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  return {
    certificate: file(name, own.cert),
    async issue(of, { addresses, names } = loopback) {
      const made = await generate([{ name: 'commonName', value: of }], {
        ...modern,
        ca: { key: own.private, cert: own.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          {
            name: 'subjectAltName',
            altNames: [
              ...names.map((value) => ({ type: 2 as const, value })),
              ...addresses.map((ip) => ({ type: 7 as const, ip })),
            ],
          },
        ],
      })
      return {
        certificate: file(of, made.cert),
        key: file(`${of}-key`, made.private),
        pair: file(`${of}-pair`, `${made.private}\n${made.cert}`),
      }
    },
  }
}
