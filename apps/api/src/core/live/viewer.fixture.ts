import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import type { ServerFrame } from '@carapace/shared/core/live/live-protocol'
import { createMetrics } from '../metrics.ts'
import { createViewer } from './viewer.ts'

/** A socket that records what is sent, and whose backlog the test sets. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: ServerFrame[] = []
  readonly closings: { code: number; reason: string }[] = []
  terminated = 0

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ServerFrame)
  }

  close(code: number, reason: string): void {
    this.closings.push({ code, reason })
    this.readyState = 2
  }

  terminate(): void {
    this.terminated += 1
  }

  /** Simulates a lost connection. */
  end(): void {
    this.readyState = 3
    this.emit('close')
  }
}

export function viewing() {
  const socket = new FakeSocket()
  const metrics = createMetrics({ isConnected: true, gaps: 0, shed: 0 })
  const viewer = createViewer(socket as unknown as WebSocket, metrics)
  return { socket, metrics, viewer, sent: socket.sent }
}
