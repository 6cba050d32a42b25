#!/usr/bin/env node
// `npm run -s cairn -- …`: the command line of this checkout, built first where a source has changed.
import { pathToFileURL } from 'node:url'
import { builtCli, ensureBuilt } from './build.mjs'

// LanceDB's own warnings are for its developers; it reads this when it is loaded.
process.env['LANCEDB_LOG'] ??= 'error'
await ensureBuilt()
await import(pathToFileURL(builtCli).href)
