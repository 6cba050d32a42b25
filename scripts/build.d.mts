export const builtCli: string
export function ensureBuilt(options?: { force?: boolean }): Promise<void>
