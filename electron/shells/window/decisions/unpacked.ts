/**
 * The real path of a file that the package keeps beside its archive (`asarUnpack`). Only Electron's own file functions
 * can look into the archive; what is handed to workers, native code or the file manager must lie outside.
 */
export function unpacked(path: string): string {
  return path.replace(/([\\/])app\.asar(?=[\\/]|$)/u, '$1app.asar.unpacked')
}
