import type { DemoPackageName } from './packages.ts'

/** The ECUs and back ends whose software the demo keeps, with the versions that were delivered, the newest last. */
export interface DemoSoftware {
  readonly name: string
  readonly kind: 'ecu-image' | 'backend'
  readonly ecu: string
  /** By what vehicles report it. */
  readonly reportedAs: string
  readonly supplier: string
  readonly description: string
  /** The models of the fleet that carry it. */
  readonly models: readonly string[]
  readonly releases: readonly DemoRelease[]
}

export interface DemoRelease {
  readonly version: string
  readonly partNumber: string
  readonly rxswin: string
  readonly builtDaysAgo: number
  readonly packages: Partial<Record<DemoPackageName, string>>
  /** The supplier's own modules, which no advisory names. */
  readonly own: readonly (readonly [name: string, version: string])[]
  readonly crypto: readonly DemoCrypto[]
}

/** A cryptographic asset of a release. */
export interface DemoCrypto {
  readonly name: string
  readonly kind: 'algorithm' | 'certificate' | 'protocol' | 'key'
  /** `cryptoProperties` below the kind's own field. */
  readonly properties: Readonly<Record<string, unknown>>
  /** The package that implements it. */
  readonly by?: DemoPackageName
}

const algorithm = (
  name: string,
  primitive: string,
  parameter: string,
  quantum: number,
  by?: DemoPackageName,
): DemoCrypto => ({
  name,
  kind: 'algorithm',
  properties: { primitive, parameterSetIdentifier: parameter, nistQuantumSecurityLevel: quantum },
  ...(by && { by }),
})
const tls = (version: string, by: DemoPackageName): DemoCrypto => ({
  name: `TLS ${version}`,
  kind: 'protocol',
  properties: { type: 'tls', version },
  by,
})

const aes128 = algorithm('AES-128-CMAC', 'mac', '128', 1)
const ecdsa = algorithm('ECDSA-P256', 'signature', 'P-256', 0)
const rsa2048 = algorithm('RSA-2048', 'signature', '2048', 0)
const sha1 = algorithm('SHA-1', 'hash', '160', 0)
const contractCertificate: DemoCrypto = {
  name: 'Plug and charge contract certificate',
  kind: 'certificate',
  properties: {
    subjectName: 'CN=Nordhaven Contract',
    issuerName: 'CN=Nordhaven Sub-CA 2',
    notValidBefore: '2024-12-15T00:00:00Z',
    notValidAfter: '2026-12-15T00:00:00Z',
    certificateFormat: 'X.509',
  },
}

const linuxTcu = {
  'linux-kernel': '5.10.76',
  'u-boot': '2021.04',
  glibc: '2.31',
  busybox: '1.33.1',
  systemd: '247.6',
  zlib: '1.2.11',
  openssl: '1.1.1k',
  curl: '7.78.0',
  dbus: '1.12.20',
  expat: '2.4.1',
  sqlite: '3.36.0',
  bluez: '5.55',
  'wpa-supplicant': '2.9',
  dnsmasq: '2.82',
  mosquitto: '2.0.11',
  'dlt-daemon': '2.18.8',
  vsomeip: '3.1.20',
} as const

export const demoSoftware: readonly DemoSoftware[] = [
  {
    name: 'Telematics unit image',
    kind: 'ecu-image',
    ecu: 'TCU',
    reportedAs: 'NH-TCU-APP',
    supplier: 'Brightline Telematics',
    description: 'Linux image of the telematics unit: modem, Wi-Fi, Bluetooth, update client.',
    models: ['EQX-24', 'Tern Van'],
    releases: [
      {
        version: '4.1.1',
        partNumber: 'NH.4410.11',
        rxswin: 'RXSWIN-R156-TCU-07',
        builtDaysAgo: 410,
        packages: { ...linuxTcu, openssl: '1.1.1i', dnsmasq: '2.80' },
        own: [
          ['update-client', '2.3.0'],
          ['remote-command-agent', '1.8.2'],
        ],
        crypto: [tls('1.2', 'openssl'), rsa2048, aes128, sha1],
      },
      {
        version: '4.1.2',
        partNumber: 'NH.4410.12',
        rxswin: 'RXSWIN-R156-TCU-08',
        builtDaysAgo: 160,
        packages: linuxTcu,
        own: [
          ['update-client', '2.4.1'],
          ['remote-command-agent', '1.9.0'],
        ],
        crypto: [tls('1.2', 'openssl'), tls('1.3', 'openssl'), rsa2048, ecdsa, aes128],
      },
    ],
  },
  {
    name: 'Infotainment image',
    kind: 'ecu-image',
    ecu: 'IVI',
    reportedAs: 'NH-IVI-SYS',
    supplier: 'Kittiwake Cockpit',
    description: 'Linux image of the head unit, with media, browser and phone connection.',
    models: ['EQX-24', 'Halo 7'],
    releases: [
      {
        version: '12.3',
        partNumber: 'NH.5120.03',
        rxswin: '',
        builtDaysAgo: 120,
        packages: {
          'linux-kernel': '5.15.60',
          'u-boot': '2022.01',
          glibc: '2.35',
          busybox: '1.35.0',
          systemd: '250.4',
          zlib: '1.2.12',
          openssl: '3.0.5',
          curl: '7.83.1',
          dbus: '1.14.0',
          expat: '2.4.8',
          sqlite: '3.38.5',
          libpng: '1.6.37',
          bluez: '5.64',
          'wpa-supplicant': '2.10',
          vsomeip: '3.1.20',
        },
        own: [
          ['media-player', '12.3.0'],
          ['phone-link', '6.1.4'],
        ],
        crypto: [tls('1.3', 'openssl'), ecdsa, rsa2048],
      },
    ],
  },
  {
    name: 'Central gateway image',
    kind: 'ecu-image',
    ecu: 'GTW',
    reportedAs: 'NH-GTW-FW',
    supplier: 'Brenner Networks',
    description: 'Routing, filter table and intrusion detection of the central gateway.',
    models: ['EQX-24', 'Halo 7', 'Tern Van', 'Hauler T9'],
    releases: [
      {
        version: '2.7.3',
        partNumber: 'NH.2010.73',
        rxswin: 'RXSWIN-R155-GTW-04',
        builtDaysAgo: 300,
        packages: { 'freertos-kernel': '10.4.1', lwip: '2.1.2', mbedtls: '2.16.6', zlib: '1.2.11' },
        own: [
          ['frame-router', '2.7.3'],
          ['can-ids', '1.6.0'],
        ],
        crypto: [tls('1.2', 'mbedtls'), ecdsa, aes128],
      },
      {
        version: '2.8.0',
        partNumber: 'NH.2010.80',
        rxswin: 'RXSWIN-R155-GTW-05',
        builtDaysAgo: 95,
        packages: { 'freertos-kernel': '10.4.3', lwip: '2.1.2', mbedtls: '2.28.0', zlib: '1.2.11' },
        own: [
          ['frame-router', '2.8.0'],
          ['can-ids', '1.7.2'],
        ],
        crypto: [tls('1.3', 'mbedtls'), ecdsa, aes128],
      },
    ],
  },
  {
    name: 'Vehicle controller software',
    kind: 'ecu-image',
    ecu: 'VCU',
    reportedAs: 'NH-VCU-SW',
    supplier: 'Kestrel ECU Systems',
    description: 'Torque request and drive modes; real-time software without external channels.',
    models: ['EQX-24', 'Halo 7', 'Tern Van', 'Hauler T9'],
    releases: [
      {
        version: '4.1.2',
        partNumber: 'NH.1001.42',
        rxswin: 'RXSWIN-R156-VCU-11',
        builtDaysAgo: 140,
        packages: { 'freertos-kernel': '10.4.1' },
        own: [
          ['torque-manager', '4.1.2'],
          ['autosar-secoc', '4.4.0'],
        ],
        crypto: [aes128],
      },
    ],
  },
  {
    name: 'Drive inverter firmware',
    kind: 'ecu-image',
    ecu: 'INV',
    reportedAs: 'NH-INV-FW',
    supplier: 'Fjell Powertrain',
    description: 'Motor control of the drive inverter.',
    models: ['EQX-24', 'Halo 7', 'Tern Van', 'Hauler T9'],
    releases: [
      {
        version: '3.2.4',
        partNumber: 'NH.1020.24',
        rxswin: 'RXSWIN-R156-INV-03',
        builtDaysAgo: 200,
        packages: { 'freertos-kernel': '10.3.0' },
        own: [['field-control', '3.2.4']],
        crypto: [aes128],
      },
    ],
  },
  {
    name: 'Charge controller software',
    kind: 'ecu-image',
    ecu: 'CCU',
    reportedAs: 'NH-CCU-SW',
    supplier: 'Fjell Powertrain',
    description: 'ISO 15118 communication with the charge point.',
    models: ['EQX-24', 'Halo 7', 'Tern Van'],
    releases: [
      {
        version: '1.9.2',
        partNumber: 'NH.1031.92',
        rxswin: '',
        builtDaysAgo: 180,
        packages: { 'linux-kernel': '5.10.104', busybox: '1.33.1', glibc: '2.31', mbedtls: '2.28.0', expat: '2.4.1' },
        own: [['v2g-stack', '1.9.2']],
        crypto: [tls('1.2', 'mbedtls'), ecdsa, contractCertificate],
      },
    ],
  },
  {
    name: 'Phone key firmware',
    kind: 'ecu-image',
    ecu: 'ACU',
    reportedAs: 'NH-ACU-FW',
    supplier: 'Plover Access',
    description: 'Bluetooth Low Energy and ultra-wideband access control.',
    models: ['EQX-24'],
    releases: [
      {
        version: '1.1.0',
        partNumber: 'NH.3300.11',
        rxswin: '',
        builtDaysAgo: 90,
        packages: { zephyr: '3.4.0', mbedtls: '3.4.0' },
        own: [['digital-key-applet', '1.1.0']],
        crypto: [ecdsa, aes128],
      },
    ],
  },
  {
    name: 'Brake control software',
    kind: 'ecu-image',
    ecu: 'BCM',
    reportedAs: 'NH-BCM-SW',
    supplier: 'Osprey Braking',
    description: 'Pressure control of each axle.',
    models: ['EQX-24', 'Hauler T9'],
    releases: [
      {
        version: '7.4.0',
        partNumber: 'NH.1400.74',
        rxswin: 'RXSWIN-R13H-BCM-02',
        builtDaysAgo: 220,
        packages: { wolfssl: '5.3.0' },
        own: [
          ['pressure-control', '7.4.0'],
          ['autosar-os', '4.4.0'],
        ],
        crypto: [aes128, algorithm('3DES', 'block-cipher', '112', 0, 'wolfssl')],
      },
    ],
  },
  {
    name: 'Vehicle cloud',
    kind: 'backend',
    ecu: '',
    reportedAs: '',
    supplier: 'Nordhaven Mobility',
    description: 'Remote commands, position reports and the interface of the app.',
    models: [],
    releases: [
      {
        version: '2025.40',
        partNumber: '',
        rxswin: '',
        builtDaysAgo: 50,
        packages: {
          'log4j-core': '2.14.1',
          'jackson-databind': '2.13.2',
          'spring-web': '5.3.17',
          snakeyaml: '1.30',
          'netty-codec-http': '4.1.70.Final',
        },
        own: [['command-service', '2025.40']],
        crypto: [algorithm('RSA-OAEP-2048', 'pke', '2048', 0), algorithm('AES-256-GCM', 'ae', '256', 5)],
      },
    ],
  },
]
