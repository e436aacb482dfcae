import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether LibreOffice can be run here. */
export const hasOffice = (): Promise<boolean> =>
  run('soffice', ['--version']).then(
    () => true,
    () => false,
  )

/** Opens a workbook in LibreOffice, types texts into cells of its first sheet as a person does, and stores it. */
export async function editedInOffice(
  bytes: Uint8Array,
  cells: readonly (readonly [place: string, text: string])[],
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'carapace-office-'))
  const office = (argument: string) =>
    run('soffice', [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--norestore', argument], {
      timeout: 120_000,
    })
  try {
    const [from, to] = [join(folder, 'from.xlsx'), join(folder, 'to.xlsx')]
    await writeFile(from, bytes)
    // makes the profile, which has an empty macro
    await office('--terminate_after_init')
    await writeFile(join(folder, 'profile/user/basic/Standard/Module1.xba'), moduleOf(macro(from, to, cells)))
    await office('macro:///Standard.Module1.Edit')
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const macro = (from: string, to: string, cells: readonly (readonly [string, string])[]) => `Sub Edit
Dim hidden(0) As New com.sun.star.beans.PropertyValue
hidden(0).Name = "Hidden"
hidden(0).Value = True
document = StarDesktop.loadComponentFromURL("file://${from}", "_blank", 0, hidden())
sheet = document.Sheets.getByIndex(0)
${cells.map(([place, text]) => `sheet.getCellRangeByName("${place}").setFormula("${text}")`).join('\n')}
Dim form(0) As New com.sun.star.beans.PropertyValue
form(0).Name = "FilterName"
form(0).Value = "Calc MS Excel 2007 XML"
document.storeToURL("file://${to}", form())
document.close(True)
StarDesktop.terminate()
End Sub`

const moduleOf = (text: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" ' +
  `script:language="StarBasic">${text}</script:module>`
