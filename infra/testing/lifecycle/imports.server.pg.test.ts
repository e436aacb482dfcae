import { resultColumnsOf } from '@carapace/shared/lifecycle/exchange/result-columns'
import { threatKind } from '@carapace/shared/lifecycle/kinds/tara.kinds'
import { expect, test } from 'vitest'
import { entriesOf, zipped } from '../support/engineering/archive-files.ts'
import { exchanging } from '../support/engineering/exchange.ts'
import { startInstallation } from '../support/installation.ts'
import { fillWithTara } from '../support/engineering/tara-program.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const beta = await site.organisation('Beta')
const ours = exchanging(site, alpha.members.ENGINEER.token)
const theirs = exchanging(site, beta.members.ENGINEER.token)
const reviewer = exchanging(site, alpha.members.ADMIN.token)

const artefactsOf = async ({ get }: typeof ours, program: string, kinds: string) =>
  (await get('get-artefacts', { program_uuid: program, kinds })).body
const imported = (program: string, query: Record<string, string>, bytes: string | Uint8Array<ArrayBuffer>) =>
  ours.bring('import-table', { program_uuid: program, dry_run: 'false', ...query }, bytes)
const looked = (program: string, query: Record<string, string>, bytes: string | Uint8Array<ArrayBuffer>) =>
  ours.bring('import-table', { program_uuid: program, ...query }, bytes)

test('[EXCHANGE-12] [EXCHANGE-13] a preview has mapping, counts, samples and errors; it writes nothing', async () => {
  const program = await ours.begin()
  await ours.save(program, {
    artefacts: [
      { kind: 'asset', title: 'Torque request', fields: { relevant: true } },
      { kind: 'asset', title: 'Firmware' },
    ],
  })
  const csv =
    'ID;Name;Security relevance;Cybersecurity properties;Vendor\nAS-01;Torque;yes;Integrity, ' +
    'availability;x\n;Firmware;no;;\n;Key;;confidentiality;\n;Bad;perhaps;;\n;Worse;;speed;\nAS-09;;;;\nTS-001;Other ' +
    'kind;;;\n'
  const { status, body } = await looked(program, { kind: 'asset', form: 'csv' }, csv)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.mapping).toEqual({
    ID: 'code',
    Name: 'title',
    'Security relevance': 'relevant',
    'Cybersecurity properties': 'properties',
    Vendor: null,
  })
  expect(body).toMatchObject({ rows: 7, made: 2, changed: 1, same: 1, refused_total: 3, job: null })
  expect(body.refused).toEqual([
    { row: 5, reason: 'Security relevance: say yes or no.' },
    { row: 6, reason: expect.stringContaining('"speed" is none of') },
    { row: 7, reason: 'There is no AS-09, and a new one needs a title.' },
  ])
  expect(
    body.sample.slice(0, 3).map(({ row, action, title }: Record<string, unknown>) => [row, action, title]),
  ).toEqual([
    [2, 'changed', 'Torque'],
    [3, 'same', 'Firmware'],
    [4, 'made', 'Key'],
  ])
  expect((await artefactsOf(ours, program, 'asset')).artefacts.map(({ title }: { title: string }) => title)).toEqual([
    'Torque request',
    'Firmware',
  ])
})

test('[EXCHANGE-12] [EXCHANGE-13] [EXCHANGE-14] an import matches rows by code, then by title', async () => {
  const program = await ours.begin()
  const [asset] = await ours.save(program, {
    artefacts: [
      { kind: 'asset', title: 'Torque request' },
      { kind: 'damage-scenario', title: 'Acceleration' },
    ],
  })
  const csv =
    'Code,Title,Status,Safety,harms (asset),Description\nDS-001,Acceleration!,IN_PROCESS,Severe,AS-01,"=cmd|\' ' +
    '/C calc\'!A0"\n,Stop,,major,AS-01,\nX-7,Third,APPROVED,,AS-99,\n'
  const { body } = await imported(program, { kind: 'damage-scenario', form: 'csv' }, csv)
  expect(body).toMatchObject({
    made: 1,
    changed: 1,
    refused: [{ row: 4, reason: 'There is no AS-99.' }],
    job: { status: 'COMPLETED', outcome: { written: 2, linked: 2 } },
  })
  const { artefacts, links } = await artefactsOf(ours, program, 'damage-scenario')
  expect(
    artefacts.map(
      ({
        code,
        title,
        status,
        fields,
        origin,
      }: {
        code: string
        title: string
        status: string
        fields: Record<string, unknown>
        origin: { how: string }
      }) => [code, title, status, fields.safety, origin.how],
    ),
  ).toEqual([
    ['DS-001', 'Acceleration!', 'IN_PROCESS', 'severe', 'written'],
    ['DS-002', 'Stop', 'CREATED', 'major', 'import'],
  ])
  expect(links.map(({ from, kind }: Record<string, unknown>) => [from, kind])).toEqual([
    [asset.uuid, 'harms'],
    [asset.uuid, 'harms'],
  ])
  const again = await imported(program, { kind: 'damage-scenario', form: 'csv' }, csv)
  expect(again.body).toMatchObject({ made: 0, changed: 0, same: 2, job: null })
  const requirements = 'Code,Title,refines (requirement)\nOLD-2,Child,OLD-1\nOLD-1,Parent,\n'
  expect((await imported(program, { kind: 'requirement', form: 'csv' }, requirements)).body.job.outcome).toMatchObject({
    written: 2,
    linked: 1,
  })
  const hierarchy = await artefactsOf(ours, program, 'requirement')
  const titled = new Map(hierarchy.artefacts.map(({ uuid, title }: Record<string, string>) => [uuid, title]))
  expect(
    hierarchy.links.map(({ kind, from, to }: Record<string, string>) => [kind, titled.get(from), titled.get(to)]),
  ).toEqual([['refines', 'Parent', 'Child']])
})

test('[EXCHANGE-14] a row that is refused only when it is written is reported; the others are kept', async () => {
  const program = await ours.begin()
  const csv = 'Code,Title,refines (requirement)\nA,First,B\nB,Second,A\nC,Third,A\n'
  const { body } = await imported(program, { kind: 'requirement', form: 'csv' }, csv)
  expect(body.job).toMatchObject({
    status: 'COMPLETED',
    outcome: { written: 3, linked: 2, refused: 1 },
    messages: [expect.stringMatching(/^Row \d: CSR-00\d would come after itself/)],
  })
})

const results = resultColumnsOf(threatKind).map(({ title }) => title)

test('[EXCHANGE-29] the table of threat scenarios has impact, feasibility, risk and CAL', async () => {
  const program = await fillWithTara(ours, reviewer, 'Results')
  const { bytes } = await ours.download('export-artefacts', {
    program_uuid: program,
    kind: 'threat-scenario',
    form: 'csv',
  })
  const [head, ...lines] = bytes.toString().split('\r\n')
  expect(head).toContain('Elapsed time,Expertise,Knowledge of the item,Window of opportunity,Equipment')
  expect(head).toContain(results.join(','))
  expect(lines.join('\n')).not.toContain('potential')
  const { body } = await ours.get('get-assessments', { program_uuid: program })
  const risks = body.assessments.map(({ scenarios }: Rated) => scenarios.initial.risk).filter(Boolean)
  expect(risks.length).toBeGreaterThan(0)
  for (const risk of risks) expect(lines.join('\n')).toMatch(new RegExp(`,(Moderate|Major|Severe),.*,${risk},`))
})

interface Rated {
  readonly scenarios: { readonly initial: { readonly risk: number | null } }
}

test('[EXCHANGE-28] [EXCHANGE-30] [EXCHANGE-31] a table of another tool keeps ids, factors and levels', async () => {
  const program = await ours.begin()
  const damages = 'ID,Name,Safety impact\nDMG.1,Unwanted torque,S3\n'
  const threats =
    'ID,Name,Time,Expertise,Knowledge,Window,Equipment,Risk treatment,leads to (damage scenario)\n' +
    'THR.7,Spoofed request,<= 1 week,Expert,Public,Easy,4,Mitigate,DMG.1\n'
  await imported(program, { kind: 'damage-scenario', form: 'csv' }, damages)
  const { body } = await imported(program, { kind: 'threat-scenario', form: 'csv' }, threats)
  expect(body.job, JSON.stringify(body)).toMatchObject({ status: 'COMPLETED', outcome: { written: 1, linked: 1 } })
  const { artefacts } = await artefactsOf(ours, program, 'threat-scenario')
  expect(artefacts[0]).toMatchObject({
    code: 'TS-001',
    origin: { how: 'import', id: 'THR.7' },
    fields: {
      treatment: 'reduce',
      effort: {
        potential: { time: 'week', expertise: 'expert', knowledge: 'public', window: 'easy', equipment: 'specialised' },
      },
    },
  })
  const again = await looked(
    program,
    { kind: 'threat-scenario', form: 'csv' },
    'ID,Name,Time\nTHR.7,Spoofed torque request,<= 1 month\n',
  )
  expect(again.body).toMatchObject({ made: 0, changed: 1 })
  const { bytes } = await ours.download('export-artefacts', {
    program_uuid: program,
    kind: 'threat-scenario',
    form: 'csv',
  })
  expect(bytes.toString()).toContain('TS-001,Spoofed request,CREATED,THR.7,')
})

test.for(['csv', 'xlsx'] as const)(
  '[DOCUMENT-10] [EXCHANGE-11] importing an exported %s changes nothing, and no cell of it is a formula',
  async (form) => {
    const program = await fillWithTara(ours, reviewer, `Tables ${form}`)
    for (const kind of [
      'asset',
      'component',
      'channel',
      'damage-scenario',
      'threat-scenario',
      'attack-tree',
      'control',
      'requirement',
      'test-case',
      'work-product',
      'environment',
    ]) {
      const { status, bytes } = await ours.download('export-artefacts', { program_uuid: program, kind, form })
      expect(status).toBe(200)
      const text = form === 'csv' ? bytes.toString() : (await entriesOf(bytes)).get('xl/worksheets/sheet1.xml')!
      if (form === 'csv')
        expect(
          [...text.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,\r\n]*)/gm)]
            .map(([, cell]) => cell!.replace(/^"/, ''))
            .filter((cell) => /^[=+@\t\r-]/.test(cell)),
        ).toEqual([])
      else expect(text).not.toContain('<f>')
      const { status: read, body } = await looked(program, { kind, form }, bytes)
      expect(read, `${kind} ${JSON.stringify(body)}`).toBe(200)
      expect({
        kind,
        made: body.made,
        changed: body.changed,
        refused: body.refused,
        unmapped: Object.entries(body.mapping).flatMap(([column, to]) => (to === null ? [column] : [])),
      }).toEqual({ kind, made: 0, changed: 0, refused: [], unmapped: kind === 'threat-scenario' ? results : [] })
      expect(body.same, kind).toBeGreaterThan(0)
    }
    const threats = await ours.download('export-artefacts', { program_uuid: program, kind: 'threat-scenario', form })
    const shown =
      form === 'csv' ? threats.bytes.toString() : (await entriesOf(threats.bytes)).get('xl/worksheets/sheet1.xml')!
    expect(shown).toContain(form === 'csv' ? "'=HYPERLINK" : 't="inlineStr"><is><t xml:space="preserve">=HYPERLINK')
  },
)

test('[DOCUMENT-10] [EXCHANGE-11] text with apostrophes before a formula character is preserved', async () => {
  const program = await ours.begin()
  const titles = ["'-12V", "''=1", "'tis", '-12V', "'@'"]
  await ours.save(program, {
    artefacts: titles.map((title) => ({ kind: 'asset', title, fields: { description: `'${title}` } })),
  })
  const { bytes } = await ours.download('export-artefacts', { program_uuid: program, kind: 'asset', form: 'csv' })
  expect((await looked(program, { kind: 'asset', form: 'csv' }, bytes)).body).toMatchObject({
    made: 0,
    changed: 0,
    same: titles.length,
    refused: [],
  })
  const copy = await ours.begin()
  await imported(copy, { kind: 'asset', form: 'csv' }, bytes)
  const { artefacts } = await artefactsOf(ours, copy, 'asset')
  expect(artefacts.map(({ title }: { title: string }) => title)).toEqual(titles)
})

test('[EXCHANGE-17] a ReqIF import refuses too long texts by row and imports the others', async () => {
  const program = await ours.begin()
  const value = (text: string) =>
    `<ATTRIBUTE-VALUE-STRING THE-VALUE="${text}">` +
    '<DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION>' +
    '</ATTRIBUTE-VALUE-STRING>'
  const object = (id: string, text: string) =>
    `<SPEC-OBJECT IDENTIFIER="${id}" LONG-NAME="${id}"><VALUES>${value(text)}</VALUES></SPEC-OBJECT>`
  const placed = (id: string, under = '') =>
    `<SPEC-HIERARCHY IDENTIFIER="h-${id}"><OBJECT><SPEC-OBJECT-REF>${id}</SPEC-OBJECT-REF></OBJECT>` +
    `<CHILDREN>${under}</CHILDREN></SPEC-HIERARCHY>`
  const objects = [object('R-1', 'x'.repeat(10_001)), object('R-2', 'x'.repeat(10_000)), object('R-3', 'y')]
  const reqif =
    '<REQ-IF><ATTRIBUTE-DEFINITION-STRING IDENTIFIER="a" LONG-NAME="ReqIF.Text"/>' +
    `${objects.join('')}${placed('R-1', placed('R-2', placed('R-3')))}</REQ-IF>`
  const refused = [{ row: 1, reason: expect.stringMatching(/^Requirement: .*10000/) }]
  expect((await looked(program, { form: 'reqif' }, reqif)).body).toMatchObject({ made: 2, refused, refused_total: 1 })
  const { body } = await imported(program, { form: 'reqif' }, reqif)
  expect(body).toMatchObject({
    made: 2,
    refused,
    job: {
      status: 'COMPLETED',
      outcome: { written: 2, linked: 1, refused: 1 },
      messages: [expect.stringMatching(/^Row 2: /)],
    },
  })
})

test('[EXCHANGE-25] a ReqIF with more objects than a program holds is refused in a preview too', async () => {
  const program = await ours.begin()
  const { status, body } = await looked(
    program,
    { form: 'reqif' },
    `<REQ-IF>${Array.from({ length: 30_001 }, (_, i) => `<SPEC-OBJECT IDENTIFIER="R-${i}"/>`).join('')}`,
  )
  expect([status, body.code, body.message]).toEqual([
    422,
    'RULE_REFUSED',
    expect.stringContaining('more than 30,000 objects'),
  ])
})

test('[EXCHANGE-12] a given mapping is used; a mapping with unknown columns or fields is refused', async () => {
  const program = await ours.begin()
  const csv = 'A,B\nTorque,yes\n'
  const { body } = await looked(
    program,
    { kind: 'asset', form: 'csv', mapping: JSON.stringify({ A: 'title', B: 'relevant' }) },
    csv,
  )
  expect(body).toMatchObject({ made: 1, sample: [{ title: 'Torque', fields: { relevant: true } }] })
  for (const mapping of [
    '{"Z":"title"}',
    '{"A":"colour"}',
    '{"A":"title","B":"title"}',
    '[1]',
    '{"A":"__proto__"}',
    'x',
    '{"A":"link:harms:from"}',
  ])
    expect((await looked(program, { kind: 'asset', form: 'csv', mapping }, csv)).status, mapping).toBe(400)
  expect((await looked(program, { kind: 'nothing', form: 'csv' }, csv)).status).toBe(400)
  expect((await looked(program, { form: 'csv' }, csv)).status).toBe(400)
})

test('[EXCHANGE-16] [EXCHANGE-17] ReqIF export and import keep the hierarchy and foreign attributes', async () => {
  const program = await fillWithTara(ours, reviewer, 'Requirements')
  const { bytes, name } = await ours.download('export-artefacts', { program_uuid: program, form: 'reqif' })
  expect(name).toContain('.reqif')
  expect((await looked(program, { form: 'reqif' }, bytes)).body).toMatchObject({
    made: 0,
    changed: 0,
    same: 2,
    refused_total: 0,
  })
  const copy = await theirs.begin()
  const { body } = await theirs.bring('import-table', { program_uuid: copy, form: 'reqif', dry_run: 'false' }, bytes)
  expect(body).toMatchObject({ made: 2, job: { status: 'COMPLETED', outcome: { written: 2, linked: 1 } } })
  const { artefacts, links } = await artefactsOf(theirs, copy, 'requirement')
  const whole = (await theirs.get('get-artefact', { uuid: artefacts[0].uuid })).body.artefact
  expect(whole).toMatchObject({
    title: 'Authenticate',
    fields: { text: 'Requests are authenticated.', type: 'cybersecurity', foreign: { Vendor: 'X <1>' } },
  })
  expect(links.filter(({ kind }: { kind: string }) => kind === 'refines')).toHaveLength(1)
  const back = await theirs.download('export-artefacts', { program_uuid: copy, form: 'reqif' })
  const plain = (text: string) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
      .replaceAll(/<TITLE>.*?<\/TITLE>|LONG-NAME="(Requirements|Program .*?)"/g, '')
      .replaceAll(/_h-[0-9a-f-]+/g, '')
  expect(plain(back.bytes.toString())).toBe(plain(bytes.toString()))
  expect((await looked(program, { form: 'reqif' }, back.bytes)).body).toMatchObject({ made: 0, same: 2 })
})

test('[EXCHANGE-17] a ReqIF of another tool: formatted texts, enumerations, and unknown attributes', async () => {
  const program = await ours.begin()
  const text =
    '<xhtml:div><xhtml:p>The <xhtml:b>lamp</xhtml:b> &amp; horn</xhtml:p>' +
    '<xhtml:p>shall<xhtml:script>alert(1)</xhtml:script> work.</xhtml:p></xhtml:div>'
  const namespaces =
    'xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  const reqif = `<?xml version="1.0"?><REQ-IF ${namespaces}><CORE-CONTENT><REQ-IF-CONTENT>
    <DATATYPES><DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="e"><SPECIFIED-VALUES>
      <ENUM-VALUE IDENTIFIER="e1" LONG-NAME="Functional"/>
    </SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION></DATATYPES>
    <SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="t"><SPEC-ATTRIBUTES>
      <ATTRIBUTE-DEFINITION-XHTML IDENTIFIER="a1" LONG-NAME="ReqIF.Text"/>
      <ATTRIBUTE-DEFINITION-ENUMERATION IDENTIFIER="a2" LONG-NAME="Type"/>
      <ATTRIBUTE-DEFINITION-STRING IDENTIFIER="a3" LONG-NAME="Cost centre"/>
    </SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES>
    <SPEC-OBJECTS><SPEC-OBJECT IDENTIFIER="R-1" LONG-NAME="Parent"><VALUES>
      <ATTRIBUTE-VALUE-XHTML>
        <DEFINITION><ATTRIBUTE-DEFINITION-XHTML-REF>a1</ATTRIBUTE-DEFINITION-XHTML-REF></DEFINITION>
        <THE-VALUE>${text}</THE-VALUE>
      </ATTRIBUTE-VALUE-XHTML>
      <ATTRIBUTE-VALUE-ENUMERATION>
        <VALUES><ENUM-VALUE-REF>e1</ENUM-VALUE-REF></VALUES>
        <DEFINITION><ATTRIBUTE-DEFINITION-ENUMERATION-REF>a2</ATTRIBUTE-DEFINITION-ENUMERATION-REF></DEFINITION>
      </ATTRIBUTE-VALUE-ENUMERATION>
      <ATTRIBUTE-VALUE-STRING THE-VALUE="4711">
        <DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a3</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION>
      </ATTRIBUTE-VALUE-STRING></VALUES></SPEC-OBJECT>
      <SPEC-OBJECT IDENTIFIER="R-2" LONG-NAME="Child"><VALUES/></SPEC-OBJECT></SPEC-OBJECTS>
    <SPECIFICATIONS><SPECIFICATION IDENTIFIER="s"><CHILDREN>
      <SPEC-HIERARCHY IDENTIFIER="h1"><OBJECT><SPEC-OBJECT-REF>R-1</SPEC-OBJECT-REF></OBJECT><CHILDREN>
        <SPEC-HIERARCHY IDENTIFIER="h2"><OBJECT><SPEC-OBJECT-REF>R-2</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>
      </CHILDREN></SPEC-HIERARCHY>
    </CHILDREN></SPECIFICATION></SPECIFICATIONS>
  </REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>`
  const { body } = await imported(
    program,
    { form: 'reqif' },
    await zipped({ 'folder/one.reqif': reqif, 'picture.svg': '<svg onload="alert(1)"/>' }),
  )
  expect(body.job).toMatchObject({ status: 'COMPLETED', outcome: { written: 2, linked: 1 } })
  const { artefacts } = await artefactsOf(ours, program, 'requirement')
  const { fields, title } = (await ours.get('get-artefact', { uuid: artefacts[0].uuid })).body.artefact
  expect([title, fields.text, fields.type, fields.foreign]).toEqual([
    'Parent',
    'The lamp & horn\nshallalert(1) work.',
    'functional',
    { 'Cost centre': '4711', 'ReqIF identifier': 'R-1' },
  ])
})

test('[EXCHANGE-18] a threat analysis is exported as one document and imported elsewhere completely', async () => {
  const program = await fillWithTara(ours, reviewer, 'Document')
  const { bytes } = await ours.download('export-artefacts', { program_uuid: program, form: 'json' })
  expect(bytes.toString()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect((await looked(program, { form: 'json' }, bytes)).body).toMatchObject({ made: 0, changed: 0, refused: [] })
  const copy = await theirs.begin()
  const { body } = await theirs.bring('import-table', { program_uuid: copy, form: 'json', dry_run: 'false' }, bytes)
  expect(body.job, JSON.stringify(body)).toMatchObject({ status: 'COMPLETED', messages: [] })
  const back = JSON.parse(
    (await theirs.download('export-artefacts', { program_uuid: copy, form: 'json' })).bytes.toString(),
  )
  const first = JSON.parse(bytes.toString())
  // numbers differ between programs: the analyses are compared by titles
  const comparable = ({
    artefacts,
    links,
  }: {
    artefacts: { kind: string; code: string; title: string; fields: object }[]
    links: string[][]
  }) => {
    const titles = new Map(artefacts.map(({ code, title }) => [code, title]))
    const named = (text: string) =>
      text.replaceAll(/"@([A-Z]+-\d+)"/g, (_, code: string) => JSON.stringify(titles.get(code)))
    return {
      artefacts: artefacts.map(({ kind, title, fields }) => [
        kind,
        title,
        JSON.parse(named(JSON.stringify({ ...fields, foreign: undefined }))),
      ]),
      links: links.map(([kind, from, to]) => [kind, titles.get(from!), titles.get(to!)].join(' ')).toSorted(),
    }
  }
  expect(comparable(back)).toEqual(comparable(first))
  for (const wrong of [
    '{}',
    '[',
    '{"__proto__":1}',
    JSON.stringify({ ...first, version: 2 }),
    JSON.stringify({ ...first, artefacts: [{ kind: 'x', code: 'a', title: '', status: 'CREATED', fields: {} }] }),
  ])
    expect((await looked(program, { form: 'json' }, wrong)).status).toBe(400)
})

test('[EXCHANGE-13] a user who may not change a program cannot import into it', async () => {
  const program = await ours.begin()
  expect(
    (await theirs.bring('import-table', { program_uuid: program, kind: 'asset', form: 'csv' }, 'Title\nX\n')).status,
  ).toBe(404)
  expect(
    (
      await site.upload(
        alpha.members.VIEWER.token,
        'v2/app/import-table',
        { program_uuid: program, kind: 'asset', form: 'csv' },
        'Title\nX\n',
      )
    ).status,
  ).toBe(422)
})
