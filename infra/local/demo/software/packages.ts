/** A package of which the demo's software is made: its facts are those of the real project. */
export interface DemoPackage {
  readonly name: string
  /** An expression of SPDX. */
  readonly licence: string
  readonly supplier: string
  /** Vendor and product of its CPE names. */
  readonly cpe?: readonly [vendor: string, product: string]
  /** The type, and the namespace if it has one, of its purl; else it is of type `generic`. */
  readonly purl?: string
  readonly type?: 'library' | 'application' | 'operating-system' | 'firmware' | 'framework'
  /** The packages that it needs. */
  readonly needs?: readonly string[]
}

/** The packages by their names. Versions are those of the releases that use them. */
export const demoPackages = {
  'linux-kernel': {
    name: 'linux-kernel',
    licence: 'GPL-2.0-only WITH Linux-syscall-note',
    supplier: 'kernel.org',
    cpe: ['linux', 'linux_kernel'],
    type: 'operating-system',
  },
  'u-boot': {
    name: 'u-boot',
    licence: 'GPL-2.0-or-later',
    supplier: 'DENX',
    cpe: ['denx', 'u-boot'],
    type: 'firmware',
  },
  glibc: { name: 'glibc', licence: 'LGPL-2.1-or-later', supplier: 'GNU', cpe: ['gnu', 'glibc'] },
  busybox: {
    name: 'busybox',
    licence: 'GPL-2.0-only',
    supplier: 'busybox.net',
    cpe: ['busybox', 'busybox'],
    type: 'application',
    needs: ['glibc'],
  },
  systemd: {
    name: 'systemd',
    licence: 'LGPL-2.1-or-later',
    supplier: 'systemd',
    cpe: ['systemd_project', 'systemd'],
    type: 'application',
    needs: ['glibc', 'dbus'],
  },
  zlib: { name: 'zlib', licence: 'Zlib', supplier: 'zlib.net', cpe: ['zlib', 'zlib'] },
  openssl: { name: 'openssl', licence: 'OpenSSL', supplier: 'OpenSSL', cpe: ['openssl', 'openssl'], needs: ['glibc'] },
  mbedtls: { name: 'mbedtls', licence: 'Apache-2.0', supplier: 'Arm', cpe: ['arm', 'mbed_tls'] },
  curl: { name: 'curl', licence: 'curl', supplier: 'curl', cpe: ['haxx', 'curl'], needs: ['openssl', 'zlib', 'glibc'] },
  dbus: {
    name: 'dbus',
    licence: 'AFL-2.1 OR GPL-2.0-or-later',
    supplier: 'freedesktop.org',
    cpe: ['freedesktop', 'dbus'],
    needs: ['expat', 'glibc'],
  },
  expat: { name: 'expat', licence: 'MIT', supplier: 'libexpat', cpe: ['libexpat_project', 'libexpat'] },
  sqlite: { name: 'sqlite', licence: 'blessing', supplier: 'SQLite', cpe: ['sqlite', 'sqlite'], needs: ['zlib'] },
  libpng: { name: 'libpng', licence: 'libpng-2.0', supplier: 'libpng', cpe: ['libpng', 'libpng'], needs: ['zlib'] },
  bluez: {
    name: 'bluez',
    licence: 'GPL-2.0-or-later',
    supplier: 'BlueZ',
    cpe: ['bluez', 'bluez'],
    type: 'application',
    needs: ['dbus', 'glibc'],
  },
  'wpa-supplicant': {
    name: 'wpa-supplicant',
    licence: 'BSD-3-Clause',
    supplier: 'w1.fi',
    cpe: ['w1.fi', 'wpa_supplicant'],
    type: 'application',
    needs: ['openssl', 'dbus'],
  },
  dnsmasq: {
    name: 'dnsmasq',
    licence: 'GPL-2.0-only OR GPL-3.0-only',
    supplier: 'thekelleys',
    cpe: ['thekelleys', 'dnsmasq'],
    type: 'application',
    needs: ['glibc'],
  },
  mosquitto: {
    name: 'mosquitto',
    licence: 'EPL-2.0 OR BSD-3-Clause',
    supplier: 'Eclipse Foundation',
    cpe: ['eclipse', 'mosquitto'],
    type: 'application',
    needs: ['openssl', 'glibc'],
  },
  'dlt-daemon': {
    name: 'dlt-daemon',
    licence: 'MPL-2.0',
    supplier: 'COVESA',
    cpe: ['genivi', 'diagnostic_log_and_trace'],
    type: 'application',
    needs: ['zlib', 'glibc'],
  },
  vsomeip: { name: 'vsomeip', licence: 'MPL-2.0', supplier: 'COVESA', needs: ['glibc'] },
  'freertos-kernel': {
    name: 'freertos-kernel',
    licence: 'MIT',
    supplier: 'Amazon',
    cpe: ['amazon', 'freertos'],
    type: 'operating-system',
  },
  lwip: { name: 'lwip', licence: 'BSD-3-Clause', supplier: 'lwIP', cpe: ['lwip_project', 'lwip'] },
  zephyr: {
    name: 'zephyr',
    licence: 'Apache-2.0',
    supplier: 'Zephyr Project',
    cpe: ['zephyrproject', 'zephyr'],
    type: 'operating-system',
    needs: ['mbedtls'],
  },
  wolfssl: { name: 'wolfssl', licence: 'GPL-2.0-or-later', supplier: 'wolfSSL', cpe: ['wolfssl', 'wolfssl'] },
  'log4j-core': {
    name: 'log4j-core',
    licence: 'Apache-2.0',
    supplier: 'Apache Software Foundation',
    purl: 'maven/org.apache.logging.log4j',
  },
  'jackson-databind': {
    name: 'jackson-databind',
    licence: 'Apache-2.0',
    supplier: 'FasterXML',
    purl: 'maven/com.fasterxml.jackson.core',
  },
  'spring-web': { name: 'spring-web', licence: 'Apache-2.0', supplier: 'VMware', purl: 'maven/org.springframework' },
  snakeyaml: { name: 'snakeyaml', licence: 'Apache-2.0', supplier: 'SnakeYAML', purl: 'maven/org.yaml' },
  'netty-codec-http': { name: 'netty-codec-http', licence: 'Apache-2.0', supplier: 'Netty', purl: 'maven/io.netty' },
} as const satisfies Record<string, DemoPackage>
export type DemoPackageName = keyof typeof demoPackages
