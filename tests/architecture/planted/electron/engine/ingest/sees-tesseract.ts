// text-recognition-in-its-room-only
import 'tesseract.js'
