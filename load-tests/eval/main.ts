import { runCommand } from '../fleet/cli.ts'
import { evalOptions, help } from './options.ts'
import { judgeBenign } from './own-benign.ts'
import { judgeCapture } from './own-capture.ts'
import { evaluate } from './standard.ts'

await runCommand(async () => {
  const options = evalOptions(process.argv.slice(2))
  if (options === 'help') console.log(help)
  else if ('capture' in options) judgeCapture(options)
  else if ('benign' in options) judgeBenign(options)
  else evaluate(options)
})
