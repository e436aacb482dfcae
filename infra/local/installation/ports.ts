import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { Refusal } from '../refusal.ts'

/**
 * A port that the installation will serve on: the option that requested it (named in the error when it is taken), and
 * whether it serves UDP there, too.
 */
interface Wanted {
  option: string
  port: number
  udp?: boolean
}

interface Bound {
  port: number
  close: () => Promise<void>
}

/**
 * Takes the ports immediately and keeps them until `release`. A taken port is so refused before anything starts, and no
 * program that starts in between picks one of them. Port 0 means any free port.
 *
 * @throws {Refusal} with the port and the option, with all ports released
 */
export async function reservePorts<Name extends string>(host: string, wanted: Record<Name, Wanted>) {
  const bound: Bound[] = []
  const release = async () => {
    await Promise.all(bound.splice(0).map((socket) => socket.close()))
  }
  try {
    const ports = {} as Record<Name, number>
    for (const [name, want] of Object.entries<Wanted>(wanted)) {
      const sockets = await bind(host, want)
      bound.push(...sockets)
      ports[name as Name] = sockets[0]!.port
    }
    return { ports, release }
  } catch (error) {
    await release()
    throw error
  }
}

/** Whether a server could listen on this port of the loopback address now. */
export async function isFree(port: number): Promise<boolean> {
  try {
    await (await bindTcp('127.0.0.1', port)).close()
    return true
  } catch {
    return false
  }
}

/** A port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const { port, close } = await bindTcp('127.0.0.1', 0)
  await close()
  return port
}

const handedOut = new Set<number>()

/**
 * A free port for a server that is killed and started again. It is below the range that the kernel uses for outgoing
 * connections: a client that retries a closed port of that range could get this same port as its own, and connect to
 * itself. Never returns a port twice.
 */
export async function freeServerPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
}

async function bind(host: string, { option, port, udp }: Wanted): Promise<Bound[]> {
  for (let attempt = 1; ; attempt++) {
    const tcp = await bindTcp(host, port).catch((error) => refuse(error, host, option, port))
    if (!udp) return [tcp]
    try {
      return [tcp, await bindUdp(host, tcp.port)]
    } catch (error) {
      await tcp.close()
      // a free TCP port may be taken for UDP: try another
      if (port !== 0 || attempt === 20) refuse(error, host, option, tcp.port)
    }
  }
}

async function bindTcp(host: string, port: number): Promise<Bound> {
  const server = createServer((socket) => socket.destroy())
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function bindUdp(host: string, port: number): Promise<Bound> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.bind({ address: host, port })
  await once(socket, 'listening')
  return { port, close: () => new Promise((resolve) => socket.close(() => resolve())) }
}

function refuse(error: unknown, host: string, option: string, port: number): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    throw new Refusal(`Port ${port} is already taken: stop what listens there, or choose another with --${option}.`)
  if (code === 'EACCES')
    throw new Refusal(`Port ${port} may not be opened by this user: choose one above 1023 with --${option}.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new Refusal(`This machine has no address ${host}: correct HOST.`)
  throw error
}
