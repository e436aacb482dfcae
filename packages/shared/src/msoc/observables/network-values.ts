import ipaddr from 'ipaddr.js'
import { type Parsed, parsed, refused } from '../../core/parsed.ts'

/** Normal forms of addresses, names and links of networks (rule OBSERVABLE-1). */

/** An IPv4 address as four decimal numbers, an IPv6 address as RFC 5952 writes it; a mapped address as IPv4. */
export function normalAddress(text: string): Parsed<string> {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  const isPlain = /^\d{1,3}(\.\d{1,3}){3}$/.test(bare) || /^[0-9a-f:.]{2,45}$/i.test(bare)
  if (!isPlain || (!bare.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(bare)) || !ipaddr.isValid(bare))
    return refused('This is no IP address.')
  const address = ipaddr.process(bare)
  return parsed(address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString())
}

/** A domain in lower case, with letters outside ASCII in punycode (IDNA), without a final dot. */
export function normalDomain(text: string): Parsed<string> {
  const bare = text.toLowerCase().replace(/\.$/, '')
  if (bare.length > 253 || /[\s/:@?#\\%]/.test(bare) || !URL.canParse(`http://${bare}/`))
    return refused('This is no domain name.')
  const { hostname } = new URL(`http://${bare}/`)
  const labels = hostname.split('.')
  const isName = labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  if (labels.length < 2 || !isName || !/^[a-z]|^xn--/.test(labels.at(-1)!)) return refused('This is no domain name.')
  return parsed(hostname)
}

const schemes = [
  'http:',
  'https:',
  'ftp:',
  'ftps:',
  'mqtt:',
  'mqtts:',
  'ws:',
  'wss:',
  'tcp:',
  'ssh:',
  'coap:',
  'coaps:',
]

/** A URL as browsers write it (WHATWG URL): scheme and host in lower case, no default port, no fragment. */
export function normalUrl(text: string): Parsed<string> {
  if (/\s/.test(text) || !URL.canParse(text)) return refused('This is no URL: it looks like https://host/path.')
  const url = new URL(text)
  if (!schemes.includes(url.protocol) || url.hostname === '') return refused('This is no URL of a network service.')
  url.hash = ''
  return parsed(url.href)
}

/** An e-mail address in lower case; the domain as of a domain. */
export function normalEmail(text: string): Parsed<string> {
  const bare = text.replace(/^mailto:/i, '')
  const at = bare.lastIndexOf('@')
  const local = bare.slice(0, at).toLowerCase()
  if (at < 1 || local.length > 64 || !/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local))
    return refused('This is no e-mail address.')
  const domain = normalDomain(bare.slice(at + 1))
  return domain.ok ? parsed(`${local}@${domain.value}`) : refused('This is no e-mail address.')
}

/** A host name in lower case: one label, or a domain. */
export function normalHost(text: string): Parsed<string> {
  const bare = text.toLowerCase().replace(/\.$/, '')
  if (bare === '' || bare.length > 253 || !/^[\p{L}\p{N}_]([\p{L}\p{N}_.-]*[\p{L}\p{N}_])?$/u.test(bare))
    return refused('This is no host name.')
  return parsed(bare)
}
