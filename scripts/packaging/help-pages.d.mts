export interface InstalledPackage {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

export const helpStyle: string
export function guidePage(markdown: string): string
export function licencePage(packages: readonly InstalledPackage[]): string
export function installedPackages(root: string, bundled: ReadonlySet<string>): InstalledPackage[]
