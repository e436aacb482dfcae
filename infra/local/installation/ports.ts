import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { Refusal } from '../refusal.ts'

/**
 * One port that the installation will serve on: how it was asked for (to say so when it is taken), and whether UDP is
 * served there too.
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
 * Takes the ports at once and keeps them until `release`, so that a taken one is refused before anything starts, and
 * nothing that starts meanwhile picks one of them. Port 0 stands for any free one.
 *
 * @throws Refusal naming the port and the option, with nothing left open
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

/** Any port of the loopback address that is free now. */
export async function freePort(): Promise<number> {
  const { port, close } = await bindTcp('127.0.0.1', 0)
  await close()
  return port
}

const handedOut = new Set<number>()

/**
 * A free port for a server that is killed and started again: below those that the kernel gives to outgoing connections,
 * since a client that tries a dead port of that range again and again is one day given this very port as its own, and
 * is connected with itself. No port is answered twice.
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
      // a free TCP port may be a taken UDP one: try another
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
