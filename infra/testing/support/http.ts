import { Agent, request, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'

/** A request whose answer may arrive before its body is read: fetch would lose that answer with the connection. */
export function postRaw(
  port: number,
  path: string,
  headers: OutgoingHttpHeaders,
  chunks: Iterable<Buffer>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let answered = false
    // a server that closes its connection does so at once, even while the client still writes
    const agent = new Agent({ keepAlive: true })
    const sent = request({ port, path, method: 'POST', headers, agent }, (response) => {
      answered = true
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (some: string) => (text += some))
        .on('end', () => {
          agent.destroy()
          resolve({ status: response.statusCode!, text })
        })
    })
    sent.on('error', (error) => {
      if (!answered) reject(error)
    })
    void (async () => {
      for (const chunk of chunks)
        if (!answered && !sent.destroyed && !sent.write(chunk))
          await new Promise((go) => sent.once('drain', go).once('close', go).once('response', go))
      if (!sent.destroyed) sent.end()
    })()
  })
}

/** The server's answer to bytes that may not be valid HTTP. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket
      .setEncoding('utf8')
      .on('data', (some: string) => (text += some))
      .on('close', () => resolve(text))
      .on('error', reject)
  })
}
