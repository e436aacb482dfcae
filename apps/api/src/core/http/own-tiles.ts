import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { accessSync, constants } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Failure } from '@carapace/shared/core/failure'
import { ownTilesPath } from './tiles.ts'

/** Maximum size of a requested range, bytes: a map's tiles, its directories and its header are far smaller. */
const mostBytes = 8 * 1024 * 1024
/** A full-size wall display requests about two hundred tiles per view. */
const callsPerMinute = 3_000

/**
 * Serves the map file of `PMTILES_FILE` in ranges, as PMTiles readers request it. It is map data and as public as the
 * console itself. No caller gets the whole file at once, or an unlimited number of ranges.
 */
export async function installOwnTiles(app: FastifyInstance, file: string | undefined): Promise<void> {
  if (file === undefined) return
  assertReadable(file)
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: dirname(file), serve: false })
    scope.get(
      ownTilesPath,
      { config: { rateLimit: { max: callsPerMinute, timeWindow: '1 minute' } } },
      async (request, reply) => {
        if (!isPart(request.headers.range))
          throw new Failure('INVALID_INPUT', { message: 'Ask for a part of the file, with a Range of at most 8 MB.' })
        return reply.type('application/vnd.pmtiles').sendFile(basename(file), { cacheControl: false })
      },
    )
  })
}

function assertReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new Error(`PMTILES_FILE=${file} cannot be read.`)
  }
}

function isPart(range: string | undefined): boolean {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range ?? '') ?? []
  return from !== undefined && to !== undefined && Number(to) >= Number(from) && Number(to) - Number(from) < mostBytes
}
