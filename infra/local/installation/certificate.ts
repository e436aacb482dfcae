import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

import { writePrivate } from './secrets.ts'

/** Long, since the certificate is installed on devices by hand: it should not expire during a vehicle project. */
const VALID_YEARS = 10

export interface CertificateFiles {
  certificate: string
  key: string
}

/**
 * The certificate for syslog over TLS: created at the first start for this machine's names, self-signed, and stored in
 * `folder`.
 */
export async function keptCertificate(folder: string): Promise<CertificateFiles> {
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  if (existsSync(files.certificate) && existsSync(files.key)) return files

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const made = await selfSigned()
  writePrivate(files.key, made.private)
  // written last: a certificate without its key would be mistaken for a complete pair
  writeFileSync(files.certificate, made.cert, { flush: true })
  return files
}

function selfSigned() {
  const notBeforeDate = new Date()
  const notAfterDate = new Date(notBeforeDate)
  notAfterDate.setFullYear(notAfterDate.getFullYear() + VALID_YEARS)
  const names = [...new Set(['localhost', hostname()])].map((value) => ({ type: 2 as const, value }))
  const addresses = ['127.0.0.1', '::1'].map((ip) => ({ type: 7 as const, ip }))
  return generate([{ name: 'commonName', value: 'Carapace syslog' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate,
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true }, // so that senders can configure it as a trusted authority
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [...names, ...addresses] },
    ],
  })
}
