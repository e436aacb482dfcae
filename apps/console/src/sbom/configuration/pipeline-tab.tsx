import { Button } from '@blueprintjs/core'
import { uploadBom } from '@carapace/shared/sbom/bom-documents.contract'
import { useState } from 'react'
import { copyText } from '../../core/ui/copy.ts'
import { LineField } from '../../core/ui/field.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { curlCommand } from './curl-command.ts'

/** One line with which a build sends its bill of materials (rule SBOM-UI-17). */
export function PipelineTab() {
  const [software, setSoftware] = useState('SW-001')
  const [version, setVersion] = useState('1.0.0')
  const command = curlCommand({
    api: new URL(`${import.meta.env.BASE_URL}api/${uploadBom.path}`, location.href).href,
    software,
    version,
  })
  return (
    <div className="sb-grid">
      <Panel title="Upload from a build">
        <div className="c-form">
          <p className="c-say">
            The release is added if there is none of this version. Put a session's token into CARAPACE_TOKEN; the person
            needs the role of an engineer or administrator.
          </p>
          <LineField
            label="Software"
            hint="Its code or its name."
            value={software}
            onChange={setSoftware}
            maxLength={200}
          />
          <LineField label="Version" value={version} onChange={setVersion} maxLength={200} />
          <pre className="c-secret mono sb-command" tabIndex={0}>
            {command}
          </pre>
          <div className="c-form-foot">
            <Button variant="outlined" text="Copy" onClick={() => copyText(command)} />
          </div>
        </div>
      </Panel>
    </div>
  )
}
