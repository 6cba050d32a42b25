import chat from './en/chat.json'
import app from './en/app.json'
import errors from './en/errors.json'
import evidence from './en/evidence.json'
import library from './en/library.json'
import palette from './en/palette.json'
import pipeline from './en/pipeline.json'
import sessions from './en/sessions.json'
import settings from './en/settings.json'
import viewer from './en/viewer.json'
import welcome from './en/welcome.json'

export const en = { app, chat, errors, evidence, library, palette, pipeline, sessions, settings, viewer, welcome }
