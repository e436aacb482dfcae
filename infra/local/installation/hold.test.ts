import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { holdFolder, holdFolderInTurn } from './hold.ts'
import { runFile, scratchFolder } from '../test/support.ts'

function otherHolder(folder: string) {
  const script = join(scratchFolder(), 'holder.ts')
  const hold = JSON.stringify(join(import.meta.dirname, 'hold.ts'))
  writeFileSync(
    script,
    `import { holdFolder } from ${hold}; holdFolder(process.argv[2]!); console.log('held'); setInterval(() => {}, 1e6)`,
  )
  return runFile(script, [folder])
}

test('a folder that another process holds is refused, with the process id of the holder', async () => {
  const folder = scratchFolder()
  const other = otherHolder(folder)
  await other.until(/held/)

  expect(() => holdFolder(folder)).toThrow(`already runs over ${folder} (process ${other.child.pid})`)
})

test('a killed process no longer holds the folder, though its files are still there', async () => {
  const folder = scratchFolder()
  const other = otherHolder(folder)
  await other.until(/held/)
  other.child.kill('SIGKILL')
  await other.ended

  expect(() => holdFolder(folder).release()).not.toThrow()
})

test('a waiting process gets the folder when the holder releases it', async () => {
  const folder = scratchFolder()
  const first = holdFolder(folder)
  const turn = holdFolderInTurn(folder)
  first.release()

  expect(await turn).toHaveProperty('release')
  ;(await turn).release()
})
