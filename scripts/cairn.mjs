#!/usr/bin/env node
// `npm run -s cairn -- …`: the command line of this checkout, built first where a source has changed.
import { pathToFileURL } from 'node:url'
import { builtCli, ensureBuilt } from './build.mjs'

await ensureBuilt()
await import(pathToFileURL(builtCli).href)
