<?php
use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration {
    public function up(): void
    {
        Schema::create('shelves', function (Blueprint $table): void {
            $table->id();
            $table->string('name', 40)->unique();
            $table->timestamps();
        });
        Schema::create('notes', function (Blueprint $table): void {
            $table->id();
            $table->foreignId('shelf_id')->constrained()->cascadeOnDelete();
            $table->string('title')->index();
            $table->text('body')->nullable();
            $table->enum('kind', ['short', 'long'])->default('short');
            $table->decimal('price', 8, 2)->default(0);
            $table->double('weight')->nullable();
            $table->boolean('done')->default(false);
            $table->json('tags')->nullable();
            $table->date('due')->nullable();
            $table->binary('data')->nullable();
            $table->unsignedBigInteger('views')->default(0);
            $table->timestamps();
            $table->softDeletes();
        });
    }

    public function down(): void
    {
        Schema::drop('notes');
        Schema::drop('shelves');
    }
};
