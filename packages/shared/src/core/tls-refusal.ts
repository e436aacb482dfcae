const untrusted = new RegExp(
  '^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_SIGNATURE_FAILURE|INVALID_CA|' +
    'UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE))$',
)
const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID'
const clientUnwanted = /^ERR_SSL_.*ALERT_.*(CERT|UNKNOWN_CA|HANDSHAKE_FAILURE)/
const noPair = /^ERR_(OSSL|SSL)_.*(KEY_VALUES_MISMATCH|KEY_TYPE_MISMATCH|NO_START_LINE|UNSUPPORTED)/

/**
 * Which of a server's settings (`KAFKA_TLS_CA`, `NATS_TLS_CA`, …) an operator must check for a TLS error that does not
 * resolve by itself. `code` is Node's or OpenSSL's. Undefined: another error, or one to fix at the server, such as an
 * expired certificate.
 */
export function tlsRefusal(code: string | undefined, of: 'KAFKA' | 'NATS'): string | undefined {
  if (code === undefined) return undefined
  if (untrusted.test(code)) return `its certificate is of no authority that we know: name it with ${of}_TLS_CA`
  if (code === otherName)
    return (
      `its certificate is for another name: ${of === 'KAFKA' ? 'KAFKA_BROKERS' : 'NATS_URL'} must name ` +
      'it as the certificate does'
    )
  if (clientUnwanted.test(code))
    return `it does not take our certificate, or that we have none: check ${of}_TLS_CERT and ${of}_TLS_KEY`
  if (noPair.test(code)) return `${of}_TLS_CERT and ${of}_TLS_KEY are no certificate with its key, in PEM`
  return undefined
}
