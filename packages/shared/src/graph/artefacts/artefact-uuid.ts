/**
 * The uuid of a new artefact that is chosen before it is written: the first half of its program's uuid, and the second
 * half of `uuid`; of version 8 (RFC 9562). No other program can have an artefact of this uuid, because nobody chooses
 * the uuid of a program (rule GRAPH-23).
 */
export function uuidInProgram(programUuid: string, uuid: string): string {
  return (halfOf(programUuid) + '89ab'[Number.parseInt(uuid[19]!, 16) % 4] + uuid.slice(20)).toLowerCase()
}

/** Whether a uuid is one that `uuidInProgram` returns for this program, in either case. */
export function isUuidInProgram(programUuid: string, uuid: string): boolean {
  return uuidInProgram(programUuid, uuid) === uuid.toLowerCase()
}

const halfOf = (uuid: string) => `${uuid.slice(0, 14)}8${uuid.slice(15, 19)}`
