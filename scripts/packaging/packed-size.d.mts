export interface PackedFile {
  readonly path: string
  readonly bytes: number
  readonly beside: boolean
}

interface HeaderEntry {
  readonly files?: Readonly<Record<string, HeaderEntry>>
  readonly size?: number
  readonly unpacked?: boolean
  readonly link?: string
}

export function packedFiles(header: { readonly files: Readonly<Record<string, HeaderEntry>> }): PackedFile[]
export function partOf(path: string): string
export function sizesByPart(files: readonly PackedFile[]): { readonly part: string; readonly bytes: number }[]
export function sizeLines(files: readonly PackedFile[], shown?: number): string[]
