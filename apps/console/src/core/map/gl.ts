/** A linked program. A shader that does not compile is a bug of ours: throws an error with the driver's message. */
export function programOf(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) throw new Error('The graphics context is lost.')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
      throw new Error(gl.getShaderInfoLog(shader) ?? 'shader')
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? 'program')
  return program
}

/** Float attributes that are next to each other in the bound buffer, one set per instance. */
export function instanceAttributes(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  parts: readonly (readonly [name: string, floats: number])[],
): void {
  const stride = parts.reduce((sum, [, floats]) => sum + floats, 0) * 4
  let offset = 0
  for (const [name, floats] of parts) {
    const at = gl.getAttribLocation(program, name)
    gl.enableVertexAttribArray(at)
    gl.vertexAttribPointer(at, floats, gl.FLOAT, false, stride, offset)
    gl.vertexAttribDivisor(at, 1)
    offset += floats * 4
  }
}
