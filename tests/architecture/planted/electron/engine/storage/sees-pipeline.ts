// storage-and-inference-know-no-room
import '../pipeline/stages/1-one'
