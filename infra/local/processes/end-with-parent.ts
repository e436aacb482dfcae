// Loaded before a program that may not outlive the one which started it, however that ends: the channel between them
// breaks with it.
process.on('disconnect', () => process.exit())
process.channel?.unref()
