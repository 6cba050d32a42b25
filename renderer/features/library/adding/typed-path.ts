/** A path as it is pasted from elsewhere: without the quotes a file manager or terminal puts around it. */
export function typedPath(text: string): string {
  const path = text.trim()
  const quoted = /^(["'])(.+)\1$/u.exec(path)
  return quoted?.[2] ?? path
}
