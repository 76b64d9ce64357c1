"""The live table: what its log leads to, who may see and do what at it, and who plays. It knows no HTTP."""
