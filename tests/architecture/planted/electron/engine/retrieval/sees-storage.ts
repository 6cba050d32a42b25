// rooms-know-storage-and-inference-through-ports
import '../storage/table'
