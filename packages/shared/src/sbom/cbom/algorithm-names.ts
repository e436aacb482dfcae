/** What an algorithm is for. `public-key` is classical: signatures, encryption and key agreement alike. */
export type AlgorithmKind =
  'public-key' | 'post-quantum' | 'cipher' | 'hash' | 'mac' | 'kdf' | 'random' | 'mechanism' | 'unknown'

export interface Family {
  readonly family: string
  readonly kind: AlgorithmKind
  /** Matched against a name in capitals whose other characters are dashes. */
  readonly pattern: RegExp
}

const family = (name: string, kind: AlgorithmKind, pattern: RegExp): Family => ({ family: name, kind, pattern })

export const postQuantumFamilies: readonly Family[] = [
  family('ML-KEM', 'post-quantum', /ML-?KEM|KYBER/),
  family('ML-DSA', 'post-quantum', /ML-?DSA|DILITHIUM/),
  family('SLH-DSA', 'post-quantum', /SLH-?DSA|SPHINCS/),
  family('FN-DSA', 'post-quantum', /FN-?DSA|FALCON/),
  family('XMSS', 'post-quantum', /XMSS/),
  family('LMS', 'post-quantum', /(^|-)(LMS|HSS|LM-?OTS)(-|$|\d)/),
  family('HQC', 'post-quantum', /(^|-)HQC/),
  family('BIKE', 'post-quantum', /(^|-)BIKE/),
  family('FrodoKEM', 'post-quantum', /FRODO/),
  family('Classic McEliece', 'post-quantum', /MCELIECE/),
  family('NTRU', 'post-quantum', /NTRU/),
]

/** Classical public-key families, the more particular names first. */
export const publicKeyFamilies: readonly Family[] = [
  family('EdDSA', 'public-key', /ED-?DSA|ED-?25519|ED-?448/),
  family('X25519', 'public-key', /(^|-|\d)X-?25519|CURVE-?25519/),
  family('X448', 'public-key', /(^|-|\d)X-?448|CURVE-?448/),
  family('ECDSA', 'public-key', /ECDSA|(^|-)ES(256|384|512)K?(-|$)/),
  family('ECDH', 'public-key', /ECDHE?|ECCDH|X3DH/),
  family('ECIES', 'public-key', /ECIES|(^|-)ECMQV|(^|-)MQV/),
  family(
    'EC',
    'public-key',
    /(^|-)(EC|ECC)(-|$|\d)|SECP\d|BRAINPOOL|PRIME256V1|(^|-)(NIST-?)?P-?(192|224|256|384|521)(-|$)/,
  ),
  family('SM2', 'public-key', /(^|-)SM2(-|$)/),
  family('SM9', 'public-key', /(^|-)SM9(-|$)/),
  family('GOST R 34.10', 'public-key', /GOSTR?-?34-?10/),
  family('BLS', 'public-key', /(^|-)BLS(-|$|\d)/),
  family('ElGamal', 'public-key', /ELGAMAL/),
  family('RSA', 'public-key', /RSA|(^|-)PKCS-?1(-|$)|(^|-)(RS|PS)(256|384|512)(-|$)/),
  family('DSA', 'public-key', /(^|-|WITH)(DSA|DSS)(-|$|\d)/),
  family('DH', 'public-key', /(^|-)(FF)?DHE?(-|$|\d)|FFDHE\d|DIFFIE-?HELLMAN|(^|-)MODP|(^|-)GROUP-?\d/),
  family('SRP', 'public-key', /(^|-)SRP(-|$|\d)/),
  family('SPAKE2', 'public-key', /SPAKE-?2/),
  family('OPAQUE', 'public-key', /(^|-)OPAQUE/),
  family('J-PAKE', 'public-key', /J-?PAKE/),
  family('HPKE', 'public-key', /(^|-)HPKE/),
]

export const keyDerivations: readonly Family[] = [
  family('PBES1', 'kdf', /PBES-?1|PBEWITH/),
  family('PBES2', 'kdf', /PBES-?2/),
  family('PBKDF1', 'kdf', /PBKDF-?1/),
  family('PBKDF2', 'kdf', /PBKDF-?2/),
  family('HKDF', 'kdf', /HKDF/),
  family('scrypt', 'kdf', /(^|-)Y?E?SCRYPT/),
  family('bcrypt', 'kdf', /BCRYPT/),
  family('Argon2', 'kdf', /ARGON-?2/),
  family('KDF', 'kdf', /KDF|(^|-)PRF(-|$)|IKE-?PRF|SP-?800-(108|56C)/),
]

export const randomGenerators: readonly Family[] = [
  family('Dual_EC_DRBG', 'random', /DUAL-?EC/),
  family('DRBG', 'random', /DRBG|FORTUNA|YARROW|(^|-)(CS)?PRNG(-|$)|(^|-)TRNG(-|$)/),
]

/** Message authentication codes; the cipher or hash inside is found separately. */
export const macFamilies: readonly Family[] = [
  family('HMAC', 'mac', /HMAC|(^|-)HS(256|384|512)(-|$)/),
  family('KMAC', 'mac', /KMAC/),
  family('GMAC', 'mac', /GMAC/),
  family('CMAC', 'mac', /CMAC|OMAC|(^|-)XCBC/),
  family('CBC-MAC', 'mac', /CBC-?MAC/),
  family('UMAC', 'mac', /UMAC/),
  family('SipHash', 'mac', /SIPHASH/),
  family('PBMAC1', 'mac', /PBMAC-?1/),
]

export const cipherFamilies: readonly Family[] = [
  family('3DES', 'cipher', /3-?DES|TRIPLE-?DES|TDES|TDEA|DES-?EDE|(^|-)2?TDEA/),
  family('DES', 'cipher', /(^|-|AND|WITH)DES(-|$|\d|CBC|ECB)|(^|-)DEA(-|$)/),
  family('AES', 'cipher', /AES|RIJNDAEL|(^|-)A(128|192|256)(GCM|CBC|KW)/),
  family('RC4', 'cipher', /RC-?4(-|$|\d|[A-Z])|ARC-?FOUR|ARC-?4/),
  family('RC2', 'cipher', /RC-?2(-|$|\d|[A-Z])/),
  family('RC5', 'cipher', /(^|-)RC-?5(-|$)/),
  family('RC6', 'cipher', /(^|-)RC-?6(-|$)/),
  family('ChaCha20', 'cipher', /CHACHA/),
  family('Salsa20', 'cipher', /SALSA-?20/),
  family('Blowfish', 'cipher', /BLOWFISH/),
  family('Twofish', 'cipher', /TWOFISH/),
  family('Serpent', 'cipher', /SERPENT/),
  family('Camellia', 'cipher', /CAMELLIA/),
  family('ARIA', 'cipher', /(^|-)ARIA/),
  family('SEED', 'cipher', /(^|-)SEED(-|$|\d)/),
  family('SM4', 'cipher', /(^|-)SM4(-|$)/),
  family('IDEA', 'cipher', /(^|-)IDEA(-|$)/),
  family('CAST5', 'cipher', /CAST-?(5|128)/),
  family('CAST6', 'cipher', /CAST-?(6|256)/),
  family('Skipjack', 'cipher', /SKIPJACK/),
  family('GOST 28147', 'cipher', /GOST-?28147|MAGMA|(^|-)GOST(-|$)/),
  family('Kuznyechik', 'cipher', /KUZNYECHIK/),
  family('Ascon', 'cipher', /ASCON/),
  family('A5/1', 'cipher', /(^|-)A5-?[12](-|$)/),
  family('SNOW 3G', 'cipher', /SNOW-?3G|(^|-)128-E[EI]A1/),
  family('ZUC', 'cipher', /(^|-)ZUC|(^|-)128-E[EI]A3/),
  family('MILENAGE', 'cipher', /MILENAGE|(^|-)TUAK|3GPP-XOR/),
  family('HC', 'cipher', /(^|-)HC-?(128|256)?$/),
  family('Rabbit', 'cipher', /(^|-)RABBIT(-|$)/),
  family('CMEA', 'cipher', /(^|-)CMEA(-|$)/),
  // proprietary ciphers of immobilisers and remote keys
  family('KeeLoq', 'cipher', /KEELOQ/),
  family('Hitag2', 'cipher', /HITAG-?2/),
  family('DST40', 'cipher', /(^|-)DST-?40/),
  family('Megamos Crypto', 'cipher', /MEGAMOS/),
]

export const hashFamilies: readonly Family[] = [
  family('MD2', 'hash', /(^|-|PBEWITH)MD-?2(-|$|WITH|AND)/),
  family('MD4', 'hash', /(^|-|PBEWITH)MD-?4(-|$|WITH|AND)/),
  family('MD5', 'hash', /MD-?5/),
  family('SHA-3', 'hash', /SHA-?3(-|$)|C?SHAKE-?\d|KECCAK/),
  family('SHA-1', 'hash', /SHA-?1(-|$|WITH|AND)|(^|-|WITH|HMAC)SHA(-?160)?(-?WITH|-?AND|$|-(96|RSA)|-?$)|DSS1/),
  family('SHA-2', 'hash', /SHA-?2?-?(224|256|384|512)|SHA-?2(-|$)|(^|-)(RS|PS|ES|HS)(256|384|512)(-|$)/),
  family('RIPEMD', 'hash', /RIPE-?MD/),
  family('Whirlpool', 'hash', /WHIRLPOOL/),
  family('BLAKE', 'hash', /BLAKE-?[23]/),
  family('SM3', 'hash', /(^|-)SM3(-|$)/),
]

export const otherMechanisms: readonly Family[] = [
  family('Poly1305', 'mac', /POLY-?1305/),
  family('MGF1', 'mechanism', /(^|-)MGF-?1(-|$)/),
]

/** The name of an algorithm by its object identifier. */
export const oidNames: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.1': 'RSA',
  '1.2.840.113549.1.1.2': 'MD2withRSA',
  '1.2.840.113549.1.1.3': 'MD4withRSA',
  '1.2.840.113549.1.1.4': 'MD5withRSA',
  '1.2.840.113549.1.1.5': 'SHA1withRSA',
  '1.2.840.113549.1.1.7': 'RSAES-OAEP',
  '1.2.840.113549.1.1.8': 'MGF1',
  '1.2.840.113549.1.1.10': 'RSASSA-PSS',
  '1.2.840.113549.1.1.11': 'SHA256withRSA',
  '1.2.840.113549.1.1.12': 'SHA384withRSA',
  '1.2.840.113549.1.1.13': 'SHA512withRSA',
  '1.2.840.113549.1.1.14': 'SHA224withRSA',
  '1.2.840.113549.1.3.1': 'DH',
  '1.2.840.10046.2.1': 'DH',
  '1.2.840.113549.1.5.1': 'PBEwithMD2andDES',
  '1.2.840.113549.1.5.3': 'PBEwithMD5andDES',
  '1.2.840.113549.1.5.10': 'PBEwithSHA1andDES',
  '1.2.840.113549.1.5.12': 'PBKDF2',
  '1.2.840.113549.1.5.13': 'PBES2',
  '1.2.840.113549.1.9.16.3.17': 'LMS',
  '1.2.840.113549.1.9.16.3.18': 'ChaCha20-Poly1305',
  '1.2.840.113549.2.2': 'MD2',
  '1.2.840.113549.2.4': 'MD4',
  '1.2.840.113549.2.5': 'MD5',
  '1.2.840.113549.2.7': 'HMAC-SHA1',
  '1.2.840.113549.2.8': 'HMAC-SHA224',
  '1.2.840.113549.2.9': 'HMAC-SHA256',
  '1.2.840.113549.2.10': 'HMAC-SHA384',
  '1.2.840.113549.2.11': 'HMAC-SHA512',
  '1.2.840.113549.3.2': 'RC2-CBC',
  '1.2.840.113549.3.4': 'RC4',
  '1.2.840.113549.3.7': '3DES-CBC',
  '1.2.840.10040.4.1': 'DSA',
  '1.2.840.10040.4.3': 'SHA1withDSA',
  '1.2.840.10045.2.1': 'EC',
  '1.2.840.10045.4.1': 'SHA1withECDSA',
  '1.2.840.10045.4.3.1': 'SHA224withECDSA',
  '1.2.840.10045.4.3.2': 'SHA256withECDSA',
  '1.2.840.10045.4.3.3': 'SHA384withECDSA',
  '1.2.840.10045.4.3.4': 'SHA512withECDSA',
  '1.2.840.10045.3.1.1': 'EC-secp192r1',
  '1.2.840.10045.3.1.7': 'EC-secp256r1',
  '1.3.132.0.8': 'EC-secp160r1',
  '1.3.132.0.10': 'EC-secp256k1',
  '1.3.132.0.33': 'EC-secp224r1',
  '1.3.132.0.34': 'EC-secp384r1',
  '1.3.132.0.35': 'EC-secp521r1',
  '1.3.132.1.12': 'ECDH',
  '1.3.14.3.2.6': 'DES-ECB',
  '1.3.14.3.2.7': 'DES-CBC',
  '1.3.14.3.2.26': 'SHA-1',
  '1.3.14.3.2.29': 'SHA1withRSA',
  '1.3.36.3.2.1': 'RIPEMD-160',
  '1.3.36.3.3.2.8.1.1.7': 'EC-brainpoolP256r1',
  '1.3.36.3.3.2.8.1.1.11': 'EC-brainpoolP384r1',
  '1.3.36.3.3.2.8.1.1.13': 'EC-brainpoolP512r1',
  '1.3.101.110': 'X25519',
  '1.3.101.111': 'X448',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
  '1.3.6.1.5.5.7.6.34': 'XMSS',
  '1.3.6.1.5.5.7.6.35': 'XMSSMT',
  '2.16.840.1.101.3.4.1': 'AES',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
  '2.16.840.1.101.3.4.2.4': 'SHA-224',
  '2.16.840.1.101.3.4.2.5': 'SHA-512/224',
  '2.16.840.1.101.3.4.2.6': 'SHA-512/256',
  '2.16.840.1.101.3.4.2.7': 'SHA3-224',
  '2.16.840.1.101.3.4.2.8': 'SHA3-256',
  '2.16.840.1.101.3.4.2.9': 'SHA3-384',
  '2.16.840.1.101.3.4.2.10': 'SHA3-512',
  '2.16.840.1.101.3.4.2.11': 'SHAKE128',
  '2.16.840.1.101.3.4.2.12': 'SHAKE256',
  '2.16.840.1.101.3.4.3.1': 'SHA224withDSA',
  '2.16.840.1.101.3.4.3.2': 'SHA256withDSA',
  '2.16.840.1.101.3.4.3.17': 'ML-DSA-44',
  '2.16.840.1.101.3.4.3.18': 'ML-DSA-65',
  '2.16.840.1.101.3.4.3.19': 'ML-DSA-87',
  '2.16.840.1.101.3.4.4.1': 'ML-KEM-512',
  '2.16.840.1.101.3.4.4.2': 'ML-KEM-768',
  '2.16.840.1.101.3.4.4.3': 'ML-KEM-1024',
}

const aesModes = ['ECB', 'CBC', 'OFB', 'CFB', 'KW', 'GCM', 'CCM', 'KWP', 'GMAC']

/** The name that an object identifier stands for; undefined: not known. */
export function nameOfOid(oid: string): string | undefined {
  const plain = oid.trim().replace(/^(oid:|urn:oid:)/i, '')
  if (Object.hasOwn(oidNames, plain)) return oidNames[plain]
  const aes = /^2\.16\.840\.1\.101\.3\.4\.1\.(\d{1,2})$/.exec(plain)
  if (aes) {
    const at = Number(aes[1])
    const mode = aesModes[(at % 20) - 1]
    return mode === undefined || at > 49 ? 'AES' : `AES-${[128, 192, 256][Math.floor(at / 20)]}-${mode}`
  }
  const slhDsa = /^2\.16\.840\.1\.101\.3\.4\.3\.(\d{2})$/.exec(plain)
  return slhDsa && Number(slhDsa[1]) >= 20 && Number(slhDsa[1]) <= 31 ? 'SLH-DSA' : undefined
}
