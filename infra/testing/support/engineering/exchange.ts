import { vi } from 'vitest'
import type { Answer, Installation } from '../installation.ts'
import { createProgram } from '../factories.ts'

/** Calls of one member for import and export: downloads as bytes, jobs until they have ended. */
export function exchanging(site: Installation, token: string) {
  const call = (path: string, input: object) => site.call(token, `v2/app/${path}`, input)
  const get = (path: string, query: Record<string, string | number>) => site.get(token, `v2/app/${path}`, query)

  async function download(
    path: string,
    query: Record<string, string>,
  ): Promise<{ status: number; bytes: Buffer<ArrayBuffer>; name: string }> {
    const response = await fetch(`${site.apiUrl}v2/app/${path}?${new URLSearchParams(query)}`, {
      headers: { 'access-token': token },
    })
    return {
      status: response.status,
      bytes: Buffer.from(await response.arrayBuffer()),
      name: response.headers.get('content-disposition') ?? '',
    }
  }

  /** Uploads a file and waits for the job that it starts, if any. */
  async function bring(
    path: string,
    query: Record<string, string>,
    bytes: string | Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    const answer = await site.upload(token, `v2/app/${path}`, query, bytes)
    if (answer.body?.job) answer.body.job = await jobOver(answer.body.job.uuid)
    return answer
  }

  async function jobOver(uuid: string) {
    return vi.waitFor(
      async () => {
        const { body } = await site.get(token, 'v2/app/jobs', { limit: 50 })
        const job = body.jobs.find((one: { uuid: string }) => one.uuid === uuid)
        if (!job || job.status === 'QUEUED' || job.status === 'RUNNING') throw new Error('a job is still to be done')
        return job
      },
      { timeout: 60_000, interval: 50 },
    )
  }

  return {
    call,
    get,
    download,
    bring,
    begin: async (name?: string): Promise<string> =>
      (await createProgram(site, token, name === undefined ? {} : { name })).uuid,
    /** The uuid of the program with this name. */
    async programCalled(name: string): Promise<string> {
      const { body } = await get('get-programs', { perPage: 100, q: name })
      return body.programs.find((one: { name: string }) => one.name === name).uuid
    },
    async save(program: string, input: object) {
      const { status, body } = await call('save-artefacts', { program_uuid: program, ...input })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.artefacts
    },
  }
}
